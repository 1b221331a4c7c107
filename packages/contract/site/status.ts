import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, instant } from "../fields.ts";

/** What the status page names; a new one needs words in the web. */
export const STATUS_PARTS = ["database", "season", "feed", "mail", "storage"] as const;

export const showStatus = defineCall({
	method: "GET",
	path: "/status",
	access: "everyone",
	summary: "Extension: how this installation is, by the checks that say whether it is ready; for the public",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: z.object({
		/** Wall time of the checks. */
		at: instant,
		isReady: z.boolean(),
		parts: z.array(
			z.object({
				part: z.enum(STATUS_PARTS),
				/** `slow`: it works, and something waits. `outbox`: no mail server is set up, so mails wait for the operator. */
				state: z.enum(["up", "slow", "down", "outbox"]),
			}),
		),
	}),
});
