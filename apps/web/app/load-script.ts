const loading = new Map<string, Promise<void>>();

/** Loads a third-party script once. The server's content security policy lists the allowed origins. */
export function loadScript(url: string): Promise<void> {
	const pending = loading.get(url);
	if (pending) return pending;
	const script = document.createElement("script");
	const promise = new Promise<void>((resolve, reject) => {
		script.onload = () => resolve();
		script.onerror = () => {
			loading.delete(url);
			script.remove();
			reject(new Error("The script could not be loaded"));
		};
	});
	script.src = url;
	script.async = true;
	loading.set(url, promise);
	document.head.append(script);
	return promise;
}
