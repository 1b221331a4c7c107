import { z } from "zod";
import { defineCall } from "../call.ts";
import { instant } from "../fields.ts";

/** A session of the signed-in user, in a browser or a program. */
export const device = z.object({
	/** Identifies the session in order to end it; it does not grant access. */
	id: z.uuid(),
	userAgent: z.string(),
	address: z.string(),
	signedInAt: instant,
	lastSeenAt: instant,
	/** When the session expires if it is not used. */
	expiresAt: instant,
	isCurrent: z.boolean(),
});
export type Device = z.output<typeof device>;

const devices = z.object({ devices: z.array(device) });

export const listDevices = defineCall("GET", "/user/devices", {
	access: "active",
	summary: "Extension: the user's sessions, this device first, then the most recently used",
	success: devices,
});

export const endDevice = defineCall("POST", "/user/devices/end", {
	access: "active",
	summary: "Extension: sign out one device, which may be this one",
	body: z.strictObject({ id: z.uuid() }),
	success: devices,
});

export const endOtherDevices = defineCall("POST", "/user/devices/end-others", {
	access: "active",
	summary: "Extension: sign out all other devices",
	success: devices,
});
