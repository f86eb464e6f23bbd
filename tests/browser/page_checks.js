// Runs inside a page and tells what is wrong with it: an object of "problems" (code and what),
// the links, the ids, and the texts. Nothing here changes the page but for opening what is folded.

"use strict";

const shufflecertChecks = (() => {
  const problems = [];
  const report = (code, what) => problems.push([code, String(what).slice(0, 300)]);

  const shortly = (element) => {
    const id = element.id ? "#" + element.id : "";
    const kind = element.getAttribute && element.getAttribute("class");
    const text = (element.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `<${element.localName}${id}${kind ? " class=" + kind : ""}> ${text}`;
  };

  const nameOf = (element) => {
    const label = element.getAttribute("aria-label");
    if (label && label.trim()) return label.trim();
    const by = element.getAttribute("aria-labelledby");
    if (by) {
      const texts = by.split(/\s+/).map((id) => document.getElementById(id)?.textContent || "");
      if (texts.join("").trim()) return texts.join(" ").trim();
    }
    const title = element.querySelector(":scope > title");
    if (title && title.textContent.trim()) return title.textContent.trim();
    const images = [...element.querySelectorAll("img[alt], svg[aria-label]")];
    const inner = images.map((i) => i.getAttribute("alt") || i.getAttribute("aria-label") || "");
    return ((element.textContent || "") + inner.join(" ")).trim();
  };

  const isHidden = (element) => element.closest('[aria-hidden="true"], [role="presentation"], [role="none"]');

  function structure() {
    const root = document.documentElement;
    if (!(root.getAttribute("lang") || "").trim()) report("lang", "<html> names no language");
    if (!document.title.trim()) report("title", "no title");
    const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")];
    const first = headings.filter((h) => h.localName === "h1");
    if (first.length !== 1) report("h1", `${first.length} headings h1`);
    let level = 0;
    for (const heading of headings) {
      const now = Number(heading.localName[1]);
      if (now > level + 1) report("heading-order", `h${now} after h${level}: ${shortly(heading)}`);
      if (!nameOf(heading)) report("heading-empty", shortly(heading));
      level = now;
    }
    const mains = document.querySelectorAll("main, [role=main]");
    if (mains.length !== 1) report("main", `${mains.length} landmarks main`);
    for (const image of document.querySelectorAll("img"))
      if (!isHidden(image) && !(image.getAttribute("alt") || "").trim() && !image.getAttribute("aria-label"))
        report("image-name", image.getAttribute("src"));
    for (const image of document.querySelectorAll("svg"))
      if (!isHidden(image) && !image.parentElement.closest("svg") &&
          !(image.getAttribute("role") === "img" && (image.getAttribute("aria-label") ||
            image.getAttribute("aria-labelledby") || image.querySelector(":scope > title"))))
        report("image-name", shortly(image));
    for (const table of document.querySelectorAll("table"))
      if (!table.querySelector("th") && table.getAttribute("role") !== "presentation")
        report("table-header", shortly(table));
    for (const control of document.querySelectorAll("input, select, textarea, button")) {
      if (control.type === "hidden") continue;
      const labels = [...(control.labels || [])].map((l) => l.textContent.trim()).join("");
      const own = control.localName === "button" ? nameOf(control) : "";
      const value = ["submit", "reset", "button"].includes(control.type) ? control.value : "";
      const named = control.getAttribute("aria-label") || control.getAttribute("aria-labelledby");
      if (!labels && !own && !value && !named) report("control-label", control.outerHTML);
    }
    const seen = new Set();
    for (const element of document.querySelectorAll("[id]")) {
      if (seen.has(element.id)) report("double-id", element.id);
      seen.add(element.id);
    }
    for (const element of document.querySelectorAll("[aria-labelledby], [aria-describedby], [aria-controls]"))
      for (const key of ["aria-labelledby", "aria-describedby", "aria-controls"])
        for (const id of (element.getAttribute(key) || "").split(/\s+/).filter(Boolean))
          if (!document.getElementById(id)) report("aria-reference", `${key}=${id}`);
    for (const link of document.querySelectorAll("a[href]"))
      if (!nameOf(link)) report("link-text", link.getAttribute("href"));
  }

  // Every formula takes up room. Those inside of something that the page hides do not count.
  function formulas() {
    let shown = 0;
    for (const formula of document.querySelectorAll("math")) {
      if (!formula.parentElement.checkVisibility()) continue;
      const box = formula.getBoundingClientRect();
      if (!(box.width > 0 && box.height > 0)) report("formula-size", formula.textContent);
      else ++shown;
    }
    return shown;
  }

  const links = () => [...document.querySelectorAll("a[href], area[href]")]
    .map((a) => [a.getAttribute("href"), new URL(a.getAttribute("href"), document.baseURI).href]);

  const ids = () => [...document.querySelectorAll("[id], a[name]")].flatMap(
    (e) => [e.id, e.getAttribute("name")]).filter(Boolean);

  async function images() {
    for (const image of document.querySelectorAll("img")) {
      image.loading = "eager";
      try {
        await image.decode();
      } catch {
        report("image-load", image.getAttribute("src"));
      }
    }
  }

  // What sticks out of the window, but for the inside of what scrolls by itself.
  // The id of a claim may end a line behind a hyphen, a slash or a dot, and nowhere else.
  function brokenIds() {
    for (const code of document.querySelectorAll("a > code")) {
      if (code.getClientRects().length < 2 || !code.checkVisibility()) continue;
      const range = document.createRange();
      let top = null;
      // Between two text nodes stands an element at which a line may end.
      for (const text of code.childNodes) {
        if (text.nodeType !== Node.TEXT_NODE) continue;
        for (let i = 0; i < text.length; ++i) {
          range.setStart(text, i);
          range.setEnd(text, i + 1);
          const box = range.getBoundingClientRect();
          if (i > 0 && top !== null && box.top > top + 2 && !/[-/._ ]/.test(text.data[i - 1]))
            report("broken-id", `${text.data.slice(0, i)}|${text.data.slice(i)}`);
          top = box.top;
        }
      }
    }
  }

  function overflow() {
    const width = window.innerWidth;
    const whole = document.scrollingElement.scrollWidth;
    const scrolls = new Map();
    const isInScroller = (element) => {
      if (!element || element === document.body || element === document.documentElement) return false;
      if (!scrolls.has(element)) {
        const kind = getComputedStyle(element).overflowX;
        scrolls.set(element, kind !== "visible" || isInScroller(element.parentElement));
      }
      return scrolls.get(element);
    };
    // A page that cuts off what is too wide has no scroll bar, and still loses it.
    const out = [];
    for (const element of document.body.querySelectorAll("*")) {
      const box = element.getBoundingClientRect();
      if (box.right <= width + 1 || box.width === 0 || box.height === 0) continue;
      if (isInScroller(element.parentElement)) continue;
      if (!element.checkVisibility()) continue;
      out.push(element);
    }
    if (whole > width || out.length > 0) {
      const deepest = out.filter((e) => !out.some((o) => o !== e && e.contains(o))).slice(0, 3);
      report("overflow", `${Math.max(whole, ...out.map((e) => Math.ceil(e.getBoundingClientRect().right)))} of ${width} px: ` +
        deepest.map(shortly).join("; "));
    }
  }

  // --- contrast, by the definition of WCAG 2.1 ---

  const colours = new Map();
  const parse = (text) => {
    if (!colours.has(text)) {
      let parts = null;
      const rgb = /^rgba?\(([^)]*)\)$/.exec(text);
      const srgb = /^color\(srgb ([^)]*)\)$/.exec(text);
      if (rgb) {
        const p = rgb[1].split(/[\s,/]+/).filter(Boolean).map(Number);
        parts = [p[0], p[1], p[2], p.length > 3 ? p[3] : 1];
      } else if (srgb) {
        const p = srgb[1].split(/[\s/]+/).filter(Boolean).map(Number);
        parts = [255 * p[0], 255 * p[1], 255 * p[2], p.length > 3 ? p[3] : 1];
      }
      colours.set(text, parts && parts.every(Number.isFinite) ? parts : null);
    }
    return colours.get(text);
  };
  const over = (top, below) => {
    const alpha = top[3];
    return [0, 1, 2].map((i) => top[i] * alpha + below[i] * (1 - alpha)).concat([1]);
  };
  const luminance = (c) => {
    const [r, g, b] = c.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };

  function contrast() {
    const canvas = matchMedia("(prefers-color-scheme: dark)").matches &&
      getComputedStyle(document.documentElement).colorScheme.includes("dark")
      ? [18, 18, 18, 1] : [255, 255, 255, 1];
    const grounds = new Map();
    // The colour behind an element, and how opaque it and all around it are.
    const groundOf = (element) => {
      if (!element) return { colour: canvas, opacity: 1 };
      if (!grounds.has(element)) {
        const outer = groundOf(element.parentElement);
        const style = getComputedStyle(element);
        const own = parse(style.backgroundColor);
        if (!own) report("contrast-unknown", style.backgroundColor);
        const opacity = outer.opacity * Number(style.opacity);
        const painted = own ? over([own[0], own[1], own[2], own[3] * opacity], outer.colour) : outer.colour;
        grounds.set(element, { colour: painted, opacity });
      }
      return grounds.get(element);
    };
    const done = new Set();
    const told = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || done.has(element)) continue;
      done.add(element);
      if (["script", "style", "title", "desc", "annotation", "noscript", "option"].includes(element.localName)) continue;
      const style = getComputedStyle(element);
      const inDrawing = element.namespaceURI === "http://www.w3.org/2000/svg";
      const text = inDrawing ? style.fill : style.color;
      const colour = parse(text);
      if (!colour) {
        report("contrast-unknown", text);
        continue;
      }
      const ground = groundOf(element);
      const seen = over([colour[0], colour[1], colour[2], colour[3] * ground.opacity], ground.colour);
      const size = parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const found = ratio(seen, ground.colour);
      if (found >= (isLarge ? 3 : 4.5)) continue;
      const key = text + JSON.stringify(ground) + isLarge;
      if (told.has(key) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      told.add(key);
      report("contrast", `${found.toFixed(2)} (${text} on ${ground.colour.map(Math.round)}): ${shortly(element)}`);
    }
  }

  const take = () => problems.splice(0);
  return { structure, formulas, links, ids, images, overflow, brokenIds, contrast, take };
})();
window.shufflecertChecks = shufflecertChecks;
