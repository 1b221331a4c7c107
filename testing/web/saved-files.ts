import { vi } from "vitest";

/** Files that the page saved on the device, the newest last. */
export interface SavedFiles {
	readonly listNames: () => readonly string[];
	/** Reads the file that was saved last; empty before the first. */
	readonly readLatest: () => Promise<string>;
}

/** Takes what the page saves, which jsdom cannot. */
export function catchSavedFiles(): SavedFiles {
	const saved: { readonly name: string; readonly file: Blob }[] = [];
	let latest = new Blob();
	const createObjectURL = (file: Blob) => {
		latest = file;
		return "blob:file";
	};
	Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
	vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(this: HTMLAnchorElement) {
		saved.push({ name: this.download, file: latest });
	});
	return {
		listNames: () => saved.map(({ name }) => name),
		readLatest: () =>
			new Promise((resolve, reject) => {
				const reader = new FileReader();
				reader.onload = () => resolve(String(reader.result));
				reader.onerror = reject;
				reader.readAsText(saved.at(-1)?.file ?? new Blob());
			}),
	};
}
