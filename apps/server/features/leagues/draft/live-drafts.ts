import type { LiveDraft } from "@first-bounce/contract/live";
import { formatSseEvent, type LiveStream } from "../../../plugins/live-stream.ts";
import type { PgListener } from "../../seasons/current/pg-listener.ts";

/** Tells the members who are connected to this process that a draft has a new version, whichever process made it. */
export function startLiveDrafts(
	pgListener: Pick<PgListener, "on">,
	stream: Pick<LiveStream, "sendTo">,
): { readonly stop: () => Promise<void> } {
	const stopListening = pgListener.on("draft_changed", (payload) => {
		// The payload is empty after a lost connection. Rooms ask for the board every half minute anyway.
		const [leagueId, version, userIds = ""] = payload.split(":");
		const message: LiveDraft = { leagueId: Number(leagueId), version: Number(version) };
		const event = formatSseEvent("draft", message);
		for (const userId of userIds.split(",").map(Number)) stream.sendTo(userId, event);
	});
	return { stop: async () => stopListening() };
}
