// The page's formulas stand between \( and \); nothing is loaded from elsewhere.
window.MathJax = {
  tex2jax: { inlineMath: [["\\(", "\\)"]], displayMath: [["\\[", "\\]"]] },
  CommonHTML: { linebreaks: { automatic: true } },
};
