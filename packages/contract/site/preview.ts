import { z } from "zod";
import { defineCall } from "../call.ts";

/** The gate enabled by PREVIEW_PASSWORD. Without it the gate is off and `isPassed` is true. */
const gate = z.object({ isOn: z.boolean(), isPassed: z.boolean() });

export const showPreviewGate = defineCall("GET", "/preview", {
	access: "everyone",
	summary: "Extension: whether a preview password is required, and whether this browser has entered it",
	success: gate,
});

export const unlockPreview = defineCall("POST", "/preview/unlock", {
	access: "everyone",
	summary: "Extension: enter the preview password, remembered in a signed cookie",
	body: z.strictObject({ password: z.string().max(200) }),
	success: gate,
});
