const loading = new Map<string, Promise<void>>();

/** Runs a script from outside, once; the server's policy says which origins may. */
export function loadScript(address: string): Promise<void> {
	const known = loading.get(address);
	if (known) return known;
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const script = document.createElement("script");
	script.src = address;
	script.async = true;
	script.onload = () => resolve();
	script.onerror = () => {
		loading.delete(address);
		script.remove();
		reject(new Error("The script could not be loaded"));
	};
	loading.set(address, promise);
	document.head.append(script);
	return promise;
}
