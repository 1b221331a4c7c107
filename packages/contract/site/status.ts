import { z } from "zod";
import { defineCall } from "../call.ts";
import { instant } from "../fields.ts";

/** The parts on the status page; each needs a text in the web. */
const STATUS_PARTS = ["database", "season", "feed", "mail", "storage", "drafts"] as const;

export const showStatus = defineCall("GET", "/status", {
	access: "everyone",
	summary: "Extension: the public status of the installation, from its readiness checks",
	success: z.object({
		/** Wall time of the checks. */
		at: instant,
		isReady: z.boolean(),
		/** For operators only: why all visitors share one address and its limits, if they do. */
		sharedAddress: z.enum(["ignored", "missing", "second-proxy"]).optional(),
		parts: z.array(
			z.object({
				part: z.enum(STATUS_PARTS),
				/**
				 * `slow`: works with delays. `outbox`: no mail server is set up, so mails stay in the outbox. Of the feed only:
				 * `idle`: it has not been asked yet. `refused`: the provider refuses to answer.
				 */
				state: z.enum(["up", "slow", "down", "outbox", "idle", "refused"]),
			}),
		),
	}),
});
