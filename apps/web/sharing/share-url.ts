import { shareResult, shareTeam, shareTrades } from "@first-bounce/contract/site/share";
import { buildSharePath, type SharePayload } from "@first-bounce/contract/site/share-link";
import type { Team } from "@first-bounce/contract/team/team";
import { useQuery } from "@tanstack/react-query";
import { client } from "../api/client.ts";
import type { Season } from "../api/season-model.ts";

const buildShareUrl = (payload: SharePayload): string => new URL(buildSharePath(payload), location.origin).href;

/** The URL of a league's share page, which leads to joining it. */
export const buildLeagueShareUrl = (leagueCode: string, now: number = Date.now()): string =>
	buildShareUrl({ type: "league", timestamp: now, leagueCode });

/** The URL of the page of a league's history. */
export const buildHistoryShareUrl = (token: string, now: number = Date.now()): string =>
	buildShareUrl({ type: "history", timestamp: now, snapshot: token });

export type SnapshotType = "team" | "trade" | "result";

/**
 * The URL of a share page of the user's team, trades or result. The request creates a snapshot, but is safe to repeat
 * as a query, since the server returns the same snapshot again. `showsTeam` shows players before they lock.
 */
export function useSnapshotUrl(type: SnapshotType, roundId: number, showsTeam: boolean) {
	const result = useQuery({
		queryKey: ["share", type, roundId, showsTeam],
		staleTime: 0,
		gcTime: 0,
		meta: { noErrorModal: true },
		queryFn: async ({ signal }) => {
			const { snapshot } = await (type === "team"
				? client(shareTeam, { params: { roundId }, body: { showsTeam }, signal })
				: client(type === "trade" ? shareTrades : shareResult, { params: { roundId }, signal }));
			const { timestamp, roundId: round, id, hidden } = snapshot;
			return { url: buildShareUrl({ type, timestamp, round, snapshot: id }), hidden };
		},
	});
	return { url: result.data?.url ?? null, hidden: result.data?.hidden ?? 0, error: result.error };
}

/** The round of the team that is shared: the current one, or the team's start round if that is later. */
export const getRoundToShare = ({ startRoundId }: Pick<Team, "startRoundId">, { current, rounds }: Season): number =>
	Math.max(startRoundId ?? 1, current?.id ?? rounds.at(-1)?.id ?? 1);
