import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject } from "../fields.ts";

/** The gate that PREVIEW_PASSWORD sets up: without one it is off, and counts as passed. */
const gate = z.object({ isOn: z.boolean(), isPassed: z.boolean() });

export const showPreviewGate = defineCall({
	method: "GET",
	path: "/preview",
	access: "everyone",
	summary: "Extension: whether a preview password is asked for, and whether this browser has given it",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: gate,
});

export const unlockPreview = defineCall({
	method: "POST",
	path: "/preview/unlock",
	access: "everyone",
	summary: "Extension: pass the gate with its password; a signed cookie remembers it",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({ password: z.string().max(200) }),
	success: gate,
});
