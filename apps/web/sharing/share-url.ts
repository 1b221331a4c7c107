import { shareMatchUp, shareResult, shareTeam, shareTrades } from "@first-bounce/contract/site/share";
import { buildSharePath, type SharePayload } from "@first-bounce/contract/site/share-link";
import type { Team } from "@first-bounce/contract/team/team";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { client } from "../api/client.ts";
import type { Season } from "../api/season-model.ts";

const buildShareUrl = (payload: SharePayload): string => new URL(buildSharePath(payload), location.origin).href;

/** The URL of a league's share page, which leads to joining it. */
export const buildLeagueShareUrl = (leagueCode: string, now: number = Date.now()): string =>
	buildShareUrl({ type: "league", timestamp: now, leagueCode });

/** The URL of the page of a league's history. */
export const buildHistoryShareUrl = (token: string): string =>
	buildShareUrl({ type: "history", timestamp: Date.now(), snapshot: token });

/** What the user shares of a round: her team, her trades, her result, or her match-up in a league. */
export type SnapshotTarget =
	| { readonly type: "team" | "trade" | "result"; readonly roundId: number }
	| { readonly type: "matchup"; readonly roundId: number; readonly leagueId: number };

function createSnapshot(target: SnapshotTarget, showsTeam: boolean, signal: AbortSignal) {
	const { roundId } = target;
	if (target.type === "matchup")
		return client(shareMatchUp, { params: { leagueId: target.leagueId, roundId }, signal });
	if (target.type === "team") return client(shareTeam, { params: { roundId }, body: { showsTeam }, signal });
	return client(target.type === "trade" ? shareTrades : shareResult, { params: { roundId }, signal });
}

/** How long a link that was made before its dialog opened may be used. */
const FRESH_MS = 5_000;

/**
 * The request creates a snapshot, but is safe to repeat as a query, since the server returns the same snapshot again.
 * `showsTeam` also shows players who are not locked yet.
 */
const buildSnapshotQuery = (target: SnapshotTarget, { showsTeam }: { readonly showsTeam: boolean }) =>
	queryOptions({
		queryKey: ["share", target, showsTeam],
		staleTime: FRESH_MS,
		gcTime: FRESH_MS,
		meta: { noErrorModal: true },
		queryFn: async ({ signal }) => {
			const { snapshot } = await createSnapshot(target, showsTeam, signal);
			const { timestamp, roundId: round, id, hidden } = snapshot;
			// A match-up is a result, of one league.
			const type = target.type === "matchup" ? "result" : target.type;
			return { url: buildShareUrl({ type, timestamp, round, snapshot: id }), hidden };
		},
	});

export function useSnapshotUrl(target: SnapshotTarget, showsTeam: boolean) {
	const result = useQuery(buildSnapshotQuery(target, { showsTeam }));
	return { url: result.data?.url ?? null, hidden: result.data?.hidden ?? 0, error: result.error };
}

/** Makes the link and loads its picture before the dialog opens. */
export function usePrepareSnapshot(target: SnapshotTarget): () => void {
	const queryClient = useQueryClient();
	return () =>
		void queryClient.fetchQuery(buildSnapshotQuery(target, { showsTeam: false })).then(
			({ url }) => {
				new Image().src = `${url}.png`;
			},
			// The dialog asks again, and shows the reason.
			() => undefined,
		);
}

/** The round of the team that is shared: the current one, or the team's start round if that is later. */
export const getRoundToShare = ({ startRoundId }: Pick<Team, "startRoundId">, { current, rounds }: Season): number =>
	Math.max(startRoundId ?? 1, current?.id ?? rounds.at(-1)?.id ?? 1);
