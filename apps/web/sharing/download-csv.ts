/** Saves a CSV file on this device; the byte order mark tells Excel that it is UTF-8. */
export function downloadCsv(name: string, text: string): void {
	const url = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	URL.revokeObjectURL(url);
}
