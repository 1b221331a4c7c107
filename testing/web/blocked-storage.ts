import { vi } from "vitest";

/** Stubs a browser that blocks cookies and site data: every access to its storage throws. */
export function blockStorage(): void {
	for (const area of ["localStorage", "sessionStorage"] as const)
		vi.spyOn(globalThis, area, "get").mockImplementation(() => {
			throw new DOMException("Access is denied for this document.", "SecurityError");
		});
}

/** Stubs full storage: values can be read, but not written. */
export function fillStorage(): void {
	vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
		throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
	});
}
