// Sets the chosen theme before the first paint. It's a classic script, so that nothing flashes.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem("clew.settings") || "{}").theme;
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Nothing is stored, or Clew didn't store it: keep the system's theme.
  }
})();
