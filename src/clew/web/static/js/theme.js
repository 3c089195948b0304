// Sets the chosen theme before the first paint: a classic script, so that nothing flashes.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem("clew.settings") || "{}").theme;
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // No storage, or not ours: the system's theme it is.
  }
})();
