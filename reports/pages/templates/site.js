// Filters and sorts the table of claims. Nothing on the pages needs this to be read.
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const words = rows.map((row) => row.textContent.toLowerCase());
  const form = document.querySelector("form.filter");
  if (form) {
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => {
      const wanted = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
      const verdict = form.elements.verdict.value;
      let shown = 0;
      rows.forEach((row, i) => {
        const badge = row.querySelector(".badge");
        const fits = wanted.every((word) => words[i].includes(word)) &&
          (!verdict || (badge && badge.textContent === verdict));
        row.hidden = !fits;
        if (fits) ++shown;
      });
      form.querySelector("output").textContent = shown + " of " + rows.length + " shown";
    });
  }
  Array.from(table.tHead.rows[0].cells).forEach((cell, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = cell.textContent;
    cell.replaceChildren(button);
    button.addEventListener("click", () => {
      const up = cell.getAttribute("aria-sort") !== "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", up ? "ascending" : "descending");
      const text = (row) => row.cells[column].textContent;
      const order = (a, b) => text(a).localeCompare(text(b), "en", { numeric: true });
      for (const row of rows.slice().sort((a, b) => (up ? order(a, b) : order(b, a)))) body.append(row);
    });
  });
}
