import type { Call, SuccessOf } from "@first-bounce/contract/call";
import { type DraftLeague, showDraftBoard, showDraftLeague, showDraftRecap } from "@first-bounce/contract/draft/draft";
import type { DraftBoard } from "@first-bounce/contract/draft/draft-board";
import { showLeague } from "@first-bounce/contract/leagues/league";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useEffect, useMemo, useRef } from "react";
import { client } from "../../../api/client.ts";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { onDraftChange, useIsStreamConnected } from "../../../live/draft-events.ts";
import { useOnline } from "../../../live/use-online.ts";
import { useRequiredContext } from "../frame/use-required-context.ts";
import { buildRoomModel, mergeBoard, type RoomModel } from "./model/draft-room.ts";

/** How often a room asks for the board even with a live stream. This also tells the server that the room is open. */
const INTERVAL_MS = 25_000;
/** How often a room asks for the board without the live stream. */
const UNCONNECTED_INTERVAL_MS = 3_000;

/** A board with the difference of the server's clock to the device's, in milliseconds. */
interface TimedBoard {
	readonly board: DraftBoard;
	readonly clockOffset: number;
	/** How long the request took from which the difference was measured. */
	readonly roundTrip: number;
}

const getBoardKey = (leagueId: number) => callKey(showDraftBoard, { params: { id: leagueId } });
const getLeagueKey = (leagueId: number) => callKey(showDraftLeague, { params: { id: leagueId } });
const getVersion = (queryClient: QueryClient, leagueId: number): number =>
	queryClient.getQueryData<TimedBoard>(getBoardKey(leagueId))?.board.version ?? 0;

/**
 * Estimates the difference of the clocks, as if the server had answered in the middle of the request. The quickest request is the
 * most exact one, unless a later one contradicts it because the device's clock was set.
 */
function estimateOffset(
	shown: TimedBoard | undefined,
	{ sentAt, serverTime }: { readonly sentAt: number; readonly serverTime: string },
): Pick<TimedBoard, "clockOffset" | "roundTrip"> {
	const receivedAt = Date.now();
	const roundTrip = receivedAt - sentAt;
	const clockOffset = Date.parse(serverTime) - (sentAt + receivedAt) / 2;
	const isConsistent =
		shown !== undefined && Math.abs(shown.clockOffset - clockOffset) <= (shown.roundTrip + roundTrip) / 2;
	return isConsistent && shown.roundTrip <= roundTrip
		? { clockOffset: shown.clockOffset, roundTrip: shown.roundTrip }
		: { clockOffset, roundTrip };
}

/** Fetches what is newer than the board in the cache, and merges it. */
async function fetchBoard(queryClient: QueryClient, leagueId: number, signal: AbortSignal): Promise<TimedBoard> {
	const shown = queryClient.getQueryData<TimedBoard>(getBoardKey(leagueId));
	const query = { since: shown?.board.version ?? 0 };
	const sentAt = Date.now();
	const changes = await client(showDraftBoard, { params: { id: leagueId }, query, signal });
	return {
		board: mergeBoard(shown?.board, changes),
		...estimateOffset(shown, { sentAt, serverTime: changes.serverTime }),
	};
}

/** The board of a draft, kept up to date by the live stream and, without it, by polling. */
export function useDraftBoard(leagueId: number) {
	const queryClient = useQueryClient();
	const isConnected = useIsStreamConnected();
	const isOnline = useOnline();
	const league = queryClient.getQueryData<SuccessOf<typeof showDraftLeague>>(getLeagueKey(leagueId))?.league;
	const result = useQuery({
		queryKey: getBoardKey(leagueId),
		queryFn: ({ signal }) => fetchBoard(queryClient, leagueId, signal),
		staleTime: 0,
		// Once there is a connection again, the board is fetched at once.
		refetchInterval: isOnline && (isConnected ? INTERVAL_MS : UNCONNECTED_INTERVAL_MS),
		// A hidden tab has no live stream, but its sound and title still have to say that its user is up.
		refetchIntervalInBackground: league?.draftStatus === "live" && league.clock === "live",
		refetchOnWindowFocus: "always",
		meta: { noErrorModal: true },
	});
	const { refetch } = result;
	useEffect(() => {
		const catchUp = async (version: number) => {
			// A request under way may have been answered with the board from before the change.
			const { isSuccess } = await refetch({ cancelRefetch: false });
			if (isSuccess && getVersion(queryClient, leagueId) < version) await refetch({ cancelRefetch: false });
		};
		return onDraftChange((change) => {
			if (change.kind === "connected") void refetch();
			else if (change.kind === "version" && change.leagueId === leagueId) void catchUp(change.version);
		});
	}, [queryClient, leagueId, refetch]);
	return result;
}

/** The draft league with its settings and what its user may do now; loaded again when the draft's state changes. */
export function useDraftLeague(leagueId: number, board: DraftBoard | undefined) {
	const queryClient = useQueryClient();
	const args = { params: { id: leagueId } };
	const result = useQuietCall(showDraftLeague, args, { staleTime: 0 });
	const isPrepared = board?.draftStatus === "setup" || board?.draftStatus === "scheduled";
	// Before the start every version may change the settings; later the clock and who runs the draft.
	const lastAction = board?.log.findLast(({ action }) => action !== "pick" && action !== "autopick")?.id;
	const changeKey = board && (isPrepared ? String(board.version) : `${board.draftStatus} ${lastAction}`);
	const status = board?.draftStatus;
	const known = useRef({ changeKey, status });
	useEffect(() => {
		const before = known.current;
		known.current = { changeKey, status };
		// A draft that was reset gets another recap.
		if (before.status === "complete" && status !== "complete")
			queryClient.removeQueries({ queryKey: callKey(showDraftRecap, { params: { id: leagueId } }) });
		if (before.changeKey === undefined || before.changeKey === changeKey) return;
		for (const call of [showDraftLeague, showLeague])
			void queryClient.invalidateQueries({ queryKey: callKey(call, { params: { id: leagueId } }) });
	}, [queryClient, leagueId, changeKey, status]);
	return result;
}

/** A draft as its screen shows it: the lobby, the room and the recap use it. */
export interface Draft extends TimedBoard {
	readonly league: DraftLeague;
}
export const DraftContext = createContext<Draft | null>(null);
export const useDraft = (): Draft => useRequiredContext(DraftContext);

/** The model of a draft. It stays the same object as long as polls bring nothing new. */
export function useRoomModel({ board, league }: Draft): RoomModel {
	const { completedPicks, futurePicks, seats, draftStatus } = board;
	const { myTeamId } = league;
	return useMemo(
		() => buildRoomModel({ completedPicks, futurePicks, seats, draftStatus }, myTeamId),
		[completedPicks, futurePicks, seats, draftStatus, myTeamId],
	);
}

/** Loads the board again, so that a change is on screen without the live stream. */
export const reloadBoard = (queryClient: QueryClient, leagueId: number): Promise<void> =>
	queryClient.invalidateQueries({ queryKey: callKey(showDraftBoard, { params: { id: leagueId } }) });

interface ActionOptions<C extends Call> {
	readonly meta?: { readonly hasInlineError: boolean };
	readonly onSuccess?: (answer: SuccessOf<C>) => void;
}

/** A call that changes a running draft. It is pending until the change is on screen. */
export function useDraftAction<C extends Call>(call: C, { meta, onSuccess }: ActionOptions<C> = {}) {
	const queryClient = useQueryClient();
	const { board } = useDraft();
	return useCallMutation(call, {
		...(meta ? { meta } : {}),
		onSuccess: async (answer) => {
			await reloadBoard(queryClient, board.leagueId);
			onSuccess?.(answer);
		},
	});
}
