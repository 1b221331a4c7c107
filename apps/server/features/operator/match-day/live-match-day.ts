import type { Db } from "../../../db/tables/tables.ts";
import { formatSseEvent, type LiveStream } from "../../../plugins/live-stream.ts";
import { createRunner, type Runner } from "../../jobs/runner.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { OperatorServices } from "../services.ts";
import { findPayloadState, listOperatorsAmong } from "./queries.ts";

const INTERVAL_MS = 2_000;

export interface LiveMatchDayServices extends Pick<OperatorServices, "feedHealth"> {
	readonly db: Db;
	readonly seasons: Pick<SeasonHolder, "peek">;
	readonly stream: Pick<LiveStream, "sendTo" | "listUsers">;
}

/**
 * Sends the event `match-day` to connected operators when the season, the state of its feed or a payload has changed, so
 * that their pages fetch it again. The event has no content.
 */
export function createLiveMatchDay(
	{ db, seasons, stream, feedHealth }: LiveMatchDayServices,
	onError: (error: unknown) => void,
): Runner {
	let sentState = "";
	return createRunner(
		async () => {
			const season = seasons.peek();
			const users = stream.listUsers();
			if (!season || users.length === 0) return;
			const operators = await listOperatorsAmong(db, users);
			if (operators.length === 0) return;
			const payloads = await findPayloadState(db, season.seasonId);
			// Times of requests change with every poll.
			const { lastRequestAt: _, matches: __, ...health } = feedHealth()?.health ?? {};
			const state = JSON.stringify([season.seasonId, season.dataVersion, payloads, health]);
			if (state === sentState) return;
			sentState = state;
			for (const userId of operators) stream.sendTo(userId, formatSseEvent("match-day", {}));
		},
		onError,
		INTERVAL_MS,
	);
}
