// Safari before 17.4 lacks this. What else it lacks is in no built file (tools/browser-support.test.ts).
Map.groupBy ??= (items, getKey) => {
	const groups = new Map();
	let index = 0;
	for (const item of items) {
		const key = getKey(item, index++);
		const group = groups.get(key);
		if (group) group.push(item);
		else groups.set(key, [item]);
	}
	return groups;
};

// The app would stay blank in older ones.
if (!Array.prototype.toSorted || !URL.canParse || !HTMLElement.prototype.showPopover)
	document.addEventListener("DOMContentLoaded", () => {
		document.body.textContent = navigator.language.startsWith("fr")
			? "Ce navigateur est trop ancien. Mettez-le à jour."
			: "This browser is too old. Please update it.";
	});

// Runs before the first paint of every page, so that a chosen theme does not flash the other one.
try {
	const theme = localStorage.getItem("theme");
	if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
	// Storage can be blocked; the system's theme applies then.
}

// A browser may have kept the page of an earlier version, whose scripts the server no longer has. It is loaded again, once a
// minute at most; upgrade/load-chunk.ts does the same for scripts that are loaded later.
const onScriptError = async ({ target }) => {
	if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
	try {
		if (Date.now() - Number(sessionStorage.getItem("reloaded_at")) < 60_000) return;
		const response = await fetch("/shell.html", { cache: "no-store" });
		if (!response.ok || (await response.text()).includes(`"${target.getAttribute("src")}"`)) return;
		sessionStorage.setItem("reloaded_at", String(Date.now()));
		location.reload();
	} catch {
		// The server cannot be reached, or storage is blocked, without which the page might reload for ever.
	}
};
addEventListener("error", onScriptError, true);

// On a prerendered page the server puts the tags that load the app into a template (decision 050).
if (document.getElementById("app")) {
	// They are inserted once the page's content is painted: on a slow connection the app would delay the page that the
	// visitor is waiting for. The first paint can be of the background alone.
	const loadApp = () => document.head.append(document.getElementById("app").content);
	const onPaint = (paints) => {
		const isContentPainted = paints.getEntriesByName("first-contentful-paint").length > 0;
		if (isContentPainted) requestAnimationFrame(() => setTimeout(loadApp));
	};
	new PerformanceObserver(onPaint).observe({ type: "paint", buffered: true });
	// A hidden page is never painted.
	document.addEventListener("DOMContentLoaded", () => setTimeout(loadApp, 3_000));

	// A button that is pressed before the app is hydrated is pressed again once it is; links work without the app.
	let isHydrated = false;
	let startedBeforeHydration = true;
	let pressed = null;
	const onPressStart = () => {
		startedBeforeHydration = !isHydrated;
	};
	const onClick = (event) => {
		const button = event.target.closest("button");
		if (!startedBeforeHydration || !button || !event.isTrusted) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		// React Aria ignores a click if it has not seen the press start.
		if (isHydrated) button.click();
		else pressed = button;
	};
	window.addEventListener("pointerdown", onPressStart, true);
	window.addEventListener("keydown", onPressStart, true);
	window.addEventListener("click", onClick, true);
	const onHydrated = () => {
		isHydrated = true;
		pressed?.click();
	};
	document.addEventListener("hydrated", onHydrated, { once: true });
}
