import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, instant } from "../fields.ts";

/** A session of the signed-in user: a browser or program that may act for her. */
export const device = z.object({
	/** Names the session to end it; it opens nothing. */
	id: z.uuid(),
	/** The browser's own words. */
	userAgent: z.string(),
	address: z.string(),
	signedInAt: instant,
	lastSeenAt: instant,
	/** Ends by itself then, unless it is used before. */
	expiresAt: instant,
	isCurrent: z.boolean(),
});
export type Device = z.infer<typeof device>;

const devices = z.object({ devices: z.array(device) });

export const listDevices = defineCall({
	method: "GET",
	path: "/user/devices",
	access: "active",
	summary: "Extension: where the user is signed in, this device first, then the last used",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: devices,
});

export const endDevice = defineCall({
	method: "POST",
	path: "/user/devices/end",
	access: "active",
	summary: "Extension: sign one device out; this one too",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({ id: z.uuid() }),
	success: devices,
});

export const endOtherDevices = defineCall({
	method: "POST",
	path: "/user/devices/end-others",
	access: "active",
	summary: "Extension: sign out everywhere but here",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: devices,
});
