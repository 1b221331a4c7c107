// A page that came written is seen before its program is asked for: the two would share a slow line (decision 029).
{
	const { program, files } = document.currentScript.dataset;
	let isStarted = false;

	const fetchAhead = (href) => {
		const isScript = href.endsWith(".js");
		const link = document.createElement("link");
		Object.assign(link, { rel: isScript ? "modulepreload" : "preload", crossOrigin: "", href });
		if (!isScript) link.as = "fetch";
		document.head.append(link);
	};
	const start = () => {
		if (isStarted) return;
		isStarted = true;
		files.split(" ").forEach(fetchAhead);
		const script = document.createElement("script");
		document.head.append(Object.assign(script, { type: "module", crossOrigin: "", src: program }));
	};

	// A button that is pressed before the program has taken the page over waits for it. Links lead on by themselves.
	const arrivedAt = performance.now();
	let hasTakenOver = false;
	let held = null;
	let isPressHalfOver = false;
	const press = (event) => {
		start();
		const button = event.target.closest?.("button");
		if (!button || !event.isTrusted || (hasTakenOver && !isPressHalfOver)) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		if (hasTakenOver) button.click();
		else held = button;
		isPressHalfOver = false;
	};
	const begin = () => {
		start();
		isPressHalfOver = !hasTakenOver;
		if (!hasTakenOver) return;
		window.removeEventListener("click", press, true);
		window.removeEventListener("pointerdown", begin, true);
	};
	window.addEventListener("pointerdown", begin, true);
	window.addEventListener("click", press, true);
	document.addEventListener(
		"taken-over",
		() => {
			hasTakenOver = true;
			if (held?.isConnected) held.click();
		},
		{ once: true },
	);

	// Of what was pressed before even this file was here, browsers keep the first.
	new PerformanceObserver((list) => {
		const [{ name, startTime, target }] = list.getEntries();
		const button = target?.closest?.("button");
		if (!button || startTime >= arrivedAt || name.startsWith("key")) return;
		start();
		if (hasTakenOver) button.click();
		else held ??= button;
	}).observe({ type: "first-input", buffered: true });

	// Nobody sees a hidden page; and a browser that tells of no paint is not waited for.
	if (document.hidden) start();
	else {
		new PerformanceObserver(() => requestAnimationFrame(() => setTimeout(start))).observe({
			type: "paint",
			buffered: true,
		});
		document.addEventListener("visibilitychange", start, { once: true });
		setTimeout(start, 3_000);
	}
}
