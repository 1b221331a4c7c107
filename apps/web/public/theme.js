// Before the first paint, so that a chosen theme never flashes the other one.
try {
	const theme = localStorage.getItem("theme");
	if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
	// Storage can be refused; the device's own theme holds then.
}
