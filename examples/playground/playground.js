"use strict";
// The page: questions go to a worker, one at a time, and answers are shown as they come.

const VALUES = [
  ["ε of a million users, ε0 = 4, δ = 10⁻⁸", "epsilon(clone_pair(10^6, 4), 1e-8)"],
  ["Rényi divergence of shuffled randomized response", "renyi(swap(rr_pair(1000, 2)), 16)"],
  ["δ of a thousand users at ε = 1/2", "hockey_stick(clone_pair(1000, 1), 0.5)"],
  ["a comparison", "renyi(rr_pair(100, 1), 2) <= 2/100"],
  ["a number", "log(3)/sqrt(2)"],
];
const CURVES = [
  {
    name: "Corollary 2 of Chen, Cao and Ge (2024), λ = 8",
    exact: "renyi(clone_pair(10^4, eps0), 8)",
    bound: "chen_gdp(10^4, eps0, 8)",
    variable: "eps0", from: "1", to: "6", points: "26", spacing: "equal",
  },
  {
    name: "ε by conversion at one order, and the exact ε",
    exact: "epsilon(clone_pair(n, 1), 1e-6)",
    bound: "renyi(clone_pair(n, 1), 24) + log(1e6)/23",
    variable: "n", from: "100", to: "10000", points: "9", spacing: "factors",
  },
];

const state = document.getElementById("state");
let worker = null;
let waiting = new Map();
let count = 0;

// The worker is made of the page's own text, so that the page works from a disk.
function startWorker() {
  const answering = `
    const ready = shufflecert();
    onmessage = async ({ data }) => {
      let answer;
      try {
        const engine = await ready;
        answer = JSON.parse(engine.ccall("answer", "string", ["string"], [JSON.stringify(data.question)]));
      } catch (error) {
        answer = { error: "The program stopped: " + error };
      }
      postMessage({ id: data.id, answer });
    };`;
  const text = document.getElementById("engine").textContent;
  const address = URL.createObjectURL(new Blob([text, "\n", answering], { type: "text/javascript" }));
  worker = new Worker(address);
  URL.revokeObjectURL(address);
  worker.onmessage = ({ data }) => {
    const answered = waiting.get(data.id);
    waiting.delete(data.id);
    if (answered) answered(data.answer);
  };
  worker.onerror = (error) => fail("The program cannot be run: " + error.message);
}

// All questions that are open get this answer, and the next one a new worker.
function fail(reason) {
  if (worker) worker.terminate();
  worker = null;
  const open = waiting;
  waiting = new Map();
  for (const answered of open.values()) answered({ error: reason });
}

function ask(question) {
  if (!worker) startWorker();
  return new Promise((answered) => {
    waiting.set(++count, answered);
    worker.postMessage({ id: count, question });
  });
}

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function show(place, ...children) {
  document.getElementById(place).replaceChildren(...children);
}

function table(head, rows) {
  const made = element("table");
  const top = made.createTHead().insertRow();
  for (const name of head) top.append(element("th", name));
  const body = made.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const cell of row) line.insertCell().append(element("code", cell));
  }
  const scroll = element("div", undefined, "scroll");
  scroll.append(made);
  return scroll;
}

const truthText = (truth) => (truth === null ? "undecided" : truth ? "true" : "false");

// What the answers do not cover, each sentence once.
const cautionsOf = (...answers) =>
  [...new Set(answers.flatMap((answer) => answer.cautions))].map((text) => element("p", `Caution: ${text}.`, "soft"));

async function evaluate(form) {
  const question = { formula: form.formula.value, digits: Number(form.digits.value), columns: {} };
  show("value-answer", element("p", "…", "soft"));
  const answer = await ask(question);
  if (answer.error) return show("value-answer", element("p", answer.error, "wrong"));
  if (answer.truths) return show("value-answer", element("p", truthText(answer.truths[0])), ...cautionsOf(answer));
  const parts = [table(["at least", "at most"], [[answer.lower[0], answer.upper[0]]])];
  if (answer.reason) parts.push(element("p", "Fewer digits are certain: " + answer.reason, "soft"));
  show("value-answer", ...parts, ...cautionsOf(answer));
}

// Decimals of few digits: what is evaluated is exactly what the table shows.
function places(form) {
  const from = Number(form.from.value);
  const to = Number(form.to.value);
  const steps = Number(form.points.value) - 1;
  const byFactors = form.spacing.value === "factors";
  if (!(from < to) || !(steps >= 1)) throw new Error("“from” must be below “to”, with two points at least.");
  if (byFactors && !(from > 0)) throw new Error("Equal factors need a start above 0.");
  const isWhole = Number.isInteger(from) && Number.isInteger(to) && to - from >= steps;
  const found = [];
  for (let i = 0; i <= steps; ++i) {
    const x = byFactors ? from * (to / from) ** (i / steps) : from + ((to - from) * i) / steps;
    const text = isWhole ? String(Math.round(x)) : String(Number(x.toPrecision(6)));
    if (found[found.length - 1] !== text) found.push(text);
  }
  return found;
}

async function draw(form) {
  let xs;
  try {
    xs = places(form);
  } catch (error) {
    return show("curve-answer", element("p", error.message, "wrong"));
  }
  const variable = form.variable.value.trim();
  const columns = { [variable]: xs };
  const formulas = [form.exact.value, form.bound.value];
  show("curve-answer", element("p", "…", "soft"));
  document.getElementById("stop").disabled = false;
  const answers = await Promise.all([
    ask({ formula: formulas[0], digits: 6, columns }),
    ask({ formula: formulas[1], digits: 6, columns }),
    ask({ formula: `(${formulas[0]}) <= (${formulas[1]})`, digits: 6, columns }),
  ]);
  document.getElementById("stop").disabled = true;
  const wrong = answers.find((answer) => answer.error);
  if (wrong) return show("curve-answer", element("p", wrong.error, "wrong"));
  const [exact, bound, above] = answers;
  if (!exact.lower || !bound.lower)
    return show("curve-answer", element("p", "A curve needs a number, and this is a comparison.", "wrong"));
  const number = (truth) => above.truths.filter((one) => one === truth).length;
  const sentence =
    `At ${number(true)} of ${xs.length} points the bound is certainly not below the exact value, ` +
    `at ${number(false)} it certainly is, and at ${number(null)} this is undecided.`;
  const rows = xs.map((x, i) => [
    x, exact.lower[i], exact.upper[i], bound.lower[i], bound.upper[i], truthText(above.truths[i]),
  ]);
  show("curve-answer", element("p", sentence), picture(xs, exact, bound, above.truths, variable),
    table([variable, "exact, at least", "at most", "bound, at least", "at most", "exact ≤ bound"], rows), ...cautionsOf(...answers));
}

// The picture shows the middle of each interval, which is far narrower than a line.
function picture(xs, exact, bound, truths, variable) {
  const [width, height, left, right, top, bottom] = [840, 420, 90, 30, 16, 48];
  const middle = (answer) => answer.lower.map((low, i) => (Number(low) + Number(answer.upper[i])) / 2);
  const curves = [middle(exact), middle(bound)];
  const places = xs.map(Number);
  const finite = curves.flat().filter(Number.isFinite);
  const axis = (values, from, to) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const isLog = least > 0 && most / least > 20;
    const [low, high] = isLog ? [Math.log10(least), Math.log10(most)] : [least, most];
    const span = high - low || 1;
    const position = (x) => from + (((isLog ? Math.log10(x) : x) - low) / span) * (to - from);
    return { position, ticks: ticksOf(low, high, isLog) };
  };
  const across = axis(places, left, width - right);
  const up = axis(finite, height - bottom, top);
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("viewBox", `0 0 ${width} ${height}`);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", "The bound and the exact curve; the table below has their values.");
  const add = (name, attributes, text) => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    if (text !== undefined) part.textContent = text;
    made.append(part);
  };
  for (const x of across.ticks) {
    const at = across.position(x);
    add("line", { class: "grid", x1: at, x2: at, y1: top, y2: height - bottom });
    add("text", { x: at, y: height - bottom + 18, "text-anchor": "middle" }, short(x));
  }
  for (const y of up.ticks) {
    const at = up.position(y);
    add("line", { class: "grid", x1: left, x2: width - right, y1: at, y2: at });
    add("text", { x: left - 8, y: at + 4, "text-anchor": "end" }, short(y));
  }
  add("text", { x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle" }, variable);
  curves.forEach((values, k) => {
    const points = values.map((y, i) => [across.position(places[i]), up.position(y)])
      .filter(([, y]) => Number.isFinite(y));
    add("polyline", { class: k ? "bound" : "exact", points: points.map((p) => p.join(",")).join(" ") });
  });
  truths.forEach((truth, i) => {
    const y = up.position(curves[1][i]);
    if (truth === true || !Number.isFinite(y)) return;
    add("circle", { class: truth === null ? "open" : "below", cx: across.position(places[i]), cy: y, r: 4 });
  });
  const caption = element("figcaption");
  for (const [kind, text] of [["exact", "exact"], ["bound", "bound"], ["below", "certainly below"], ["open", "undecided"]])
    caption.append(element("span", undefined, "key " + kind), element("span", text, "item"));
  const figure = element("figure");
  figure.append(made, caption);
  return figure;
}

function ticksOf(low, high, isLog) {
  if (isLog) {
    const ticks = [];
    for (let e = Math.floor(low); e <= Math.ceil(high); ++e)
      for (const digit of high - low < 2 ? [1, 2, 5] : [1]) ticks.push(digit * 10 ** e);
    return ticks.filter((x) => Math.log10(x) >= low - 1e-9 && Math.log10(x) <= high + 1e-9);
  }
  const rough = (high - low || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (rough / power >= 5 ? 5 : rough / power >= 2 ? 2 : 1);
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; ++k) ticks.push(k * step);
  return ticks;
}

const short = (x) => String(Number(x.toPrecision(4)));

function offer(form, names, fill) {
  names.forEach((name, i) => form.example.add(new Option(name, i)));
  form.example.onchange = () => fill(Number(form.example.value));
  fill(0);
}

const valueForm = document.getElementById("value");
const curveForm = document.getElementById("curve");
offer(valueForm, VALUES.map(([name]) => name), (i) => {
  valueForm.formula.value = VALUES[i][1];
});
offer(curveForm, CURVES.map((one) => one.name), (i) => {
  for (const name of ["exact", "bound", "variable", "from", "to", "points", "spacing"])
    curveForm[name].value = CURVES[i][name];
});
valueForm.onsubmit = (event) => {
  event.preventDefault();
  evaluate(valueForm);
};
curveForm.onsubmit = (event) => {
  event.preventDefault();
  draw(curveForm);
};
document.getElementById("stop").onclick = () => fail("Stopped.");
ask({ formula: "1", digits: 1, columns: {} }).then((answer) => {
  state.textContent = answer.error || "The program is ready.";
  state.className = answer.error ? "wrong" : "soft";
  document.body.dataset.state = answer.error ? "failed" : "ready";
});
