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
