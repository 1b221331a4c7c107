import type { LiveDraft } from "@first-bounce/contract/live";
import type { UserId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { formatSseEvent, type LiveStream } from "../../../plugins/live-stream.ts";
import type { PgListener } from "../../seasons/current/pg-listener.ts";

export interface LiveDraftOptions {
	readonly db: Kysely<Tables>;
	readonly pgListener: Pick<PgListener, "on">;
	readonly stream: Pick<LiveStream, "sendTo" | "listUsers">;
	readonly onError: (error: unknown) => void;
}

async function listMembers(
	db: Kysely<Tables>,
	leagueIds: readonly number[],
): Promise<{ readonly league_id: number; readonly user_id: UserId }[]> {
	const { rows } = await sql<{ league_id: number; user_id: UserId }>`
		SELECT league_id, user_id FROM league_members WHERE league_id = ANY (${leagueIds}::int[])`.execute(db);
	return rows;
}

/**
 * Tells the members who are connected to this process that a draft has a new version, whichever process made it. Changes
 * that come while a query runs are sent together by the next one.
 */
export function createLiveDrafts({ db, pgListener, stream, onError }: LiveDraftOptions): {
	readonly close: () => Promise<void>;
} {
	let pending = new Map<number, number>();
	let sending: Promise<void> | null = null;

	const send = async () => {
		while (pending.size > 0) {
			const versions = pending;
			pending = new Map();
			for (const { league_id: leagueId, user_id: userId } of await listMembers(db, [...versions.keys()])) {
				const message: LiveDraft = { leagueId, version: versions.get(leagueId) ?? 0 };
				stream.sendTo(userId, formatSseEvent("draft", message));
			}
		}
	};
	const stopListening = pgListener.on("draft_changed", (payload) => {
		// The payload is empty after a lost connection; rooms ask for the board every half minute anyway.
		const [leagueId = 0, version = 0] = payload.split(":").map(Number);
		if (leagueId <= 0 || stream.listUsers().length === 0) return;
		pending.set(leagueId, Math.max(version, pending.get(leagueId) ?? 0));
		sending ??= send()
			.catch(onError)
			.finally(() => {
				sending = null;
			});
	});
	return {
		close: async () => {
			stopListening();
			await sending;
		},
	};
}
