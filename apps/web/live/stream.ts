import type { Call, SuccessOf } from "@first-bounce/contract/call";
import { type SeasonClock, showClock } from "@first-bounce/contract/clock";
import { LIVE_PATH } from "@first-bounce/contract/constants";
import { showDraftTeam, showMyDraftTeam } from "@first-bounce/contract/draft/draft-lineup";
import { showDraftReport } from "@first-bounce/contract/draft/draft-report";
import { showCup, showCupDraw } from "@first-bounce/contract/leagues/cup";
import { showLeague, showMyLeagues } from "@first-bounce/contract/leagues/league";
import { listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { showEliminationLadder, showLeagueLadder, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import type { LiveDraft, LiveTeam, LiveUser, LiveVersion } from "@first-bounce/contract/live";
import { showAnnouncements } from "@first-bounce/contract/site/announcements";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { showRoundResult } from "@first-bounce/contract/stats/round-result";
import { showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import { showSeasonReport } from "@first-bounce/contract/stats/season-report";
import type { ChecksumsFile } from "@first-bounce/contract/stats/static-data";
import { showMyTeam, showTeamRank } from "@first-bounce/contract/team/team";
import { listActions } from "@first-bounce/contract/team/team-actions";
import { showUserTeamHistory } from "@first-bounce/contract/team/team-history";
import { listTrades } from "@first-bounce/contract/team/trade";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { SESSION_KEY, type Session } from "../api/session.ts";
import { callKey } from "../api/use-call.ts";
import { buildStaticKey, getReceivedHash } from "../api/use-static.ts";
import { useUser } from "../api/use-user.ts";
import { site } from "../app/site.ts";
import { LANGUAGE } from "../i18n/language.ts";
import { publishConversationChange } from "./conversation-events.ts";
import { publishDraftChange } from "./draft-events.ts";
import { type StreamEvent, shareStream } from "./shared-stream.ts";

/** Calls whose responses depend on the standings. */
const STANDINGS = [
	showTeamRank,
	showRankings,
	showMyTeam,
	showMyDraftTeam,
	showDraftTeam,
	listTrades,
	showScoreLedger,
	showUserTeamHistory,
	showRoundResult,
	showSeasonReport,
	showDraftReport,
];
const LEAGUES = [
	showMyLeagues,
	showLeague,
	listLeagueActivity,
	showLeagueLadder,
	showEliminationLadder,
	showMatchUps,
	showCup,
	showCupDraw,
];

/** Calls whose responses depend on the user's own team. */
const OWN_TEAM = [showMyTeam, showMyDraftTeam, listTrades, listActions];

function refetch(queryClient: QueryClient, calls: readonly Call[]): void {
	for (const call of calls) void queryClient.invalidateQueries({ queryKey: callKey(call) });
}

const setClock = (queryClient: QueryClient, clock: SeasonClock) =>
	queryClient.setQueryData(callKey(showClock, {}), clock);

/** All pages hear of maintenance at the same moment, so their requests are spread over this time. */
const MAX_MAINTENANCE_DELAY_MS = 3_000;

/** Delays before a file is refetched because the server returned an old version. */
const OLD_FILE_DELAYS_MS = [1_000, 2_000, 4_000, 8_000];

/** The newest known hash of each static file, and refetches of files whose response is older. */
function createFileRefetcher(queryClient: QueryClient, refetchStandings: () => void) {
	const hashes = new Map<string, string>();

	const isOld = (name: string) => {
		const received = getReceivedHash(name);
		return received !== undefined && received !== hashes.get(name);
	};
	const refetchFile = async (name: string, attempt = 0): Promise<void> => {
		const hash = hashes.get(name);
		await queryClient.invalidateQueries({ queryKey: buildStaticKey(name) });
		const delay = OLD_FILE_DELAYS_MS[attempt];
		if (delay === undefined || !isOld(name)) return;
		setTimeout(() => {
			if (hashes.get(name) === hash) void refetchFile(name, attempt + 1);
		}, delay);
	};
	return {
		hashes,
		refetchFile: (name: string) => void refetchFile(name),
		/** Refetches a file whose first fetch returned an old version. */
		checkFetchedFile: async (name: string): Promise<void> => {
			// Waits for a request that is under way.
			const filter = { queryKey: buildStaticKey(name), fetchStatus: "fetching" } as const;
			await queryClient.refetchQueries(filter, { cancelRefetch: false });
			if (!isOld(name)) return;
			void refetchFile(name);
			refetchStandings();
		},
	};
}

/** Handlers that apply live messages to the query cache. */
export function createLiveUpdateHandlers(queryClient: QueryClient) {
	const refetchStandings = () => refetch(queryClient, [...STANDINGS, ...LEAGUES]);
	const { hashes, refetchFile, checkFetchedFile } = createFileRefetcher(queryClient, refetchStandings);

	/** Refetches the files that have changed since they were fetched. */
	const applyChecksums = (checksums: ChecksumsFile, hasNewStandings = false) => {
		const isFirst = hashes.size === 0;
		const changed = Object.keys(checksums).filter((name) => hashes.get(name) !== checksums[name]);
		for (const [name, hash] of Object.entries(checksums)) hashes.set(name, hash);
		if (isFirst) {
			for (const name of changed) void checkFetchedFile(name);
			if (hasNewStandings) refetchStandings();
			return;
		}
		for (const name of changed) refetchFile(name);
		if (changed.includes("players"))
			void queryClient.invalidateQueries({
				// Matches of earlier rounds have no checksum.
				predicate: ({ queryKey: [kind, name] }) =>
					kind === "static" && /^(player_|matches\/)/.test(String(name)) && !(String(name) in checksums),
			});
		if (hasNewStandings || changed.length > 0) refetchStandings();
	};

	const isCached = ({ teamId, version }: LiveTeam): boolean => {
		const cached = queryClient.getQueryData<SuccessOf<typeof showMyTeam>>(callKey(showMyTeam, {}))?.team;
		return cached?.id === teamId && cached.version >= version;
	};
	/** Refetches the user's team unless this page has that version or is saving it. */
	const applyTeam = (team: LiveTeam) => {
		if (isCached(team)) return;
		if (queryClient.isMutating() === 0) return refetch(queryClient, OWN_TEAM);
		// The message may be about this page's own save, whose response must not be replaced by a refetch.
		const stop = queryClient.getMutationCache().subscribe(() => {
			if (queryClient.isMutating() > 0) return;
			stop();
			setTimeout(() => applyTeam(team));
		});
	};

	return {
		applyChecksums,
		applyVersion: ({ checksums, clock, standings }: LiveVersion) => {
			setClock(queryClient, clock);
			applyChecksums(checksums, standings);
			// A poll in flight may return older checksums.
			void queryClient.cancelQueries({ queryKey: buildStaticKey("checksums") });
			queryClient.setQueryData(buildStaticKey("checksums"), checksums);
		},
		applyClock: (clock: SeasonClock) => void setClock(queryClient, clock),
		applyTeam,
		/** Loads the session again if the stream belongs to another user, because a session began or ended in another tab. */
		applyUser: ({ userId }: LiveUser) => {
			const session = queryClient.getQueryData<Session>(SESSION_KEY);
			if (session && (session.user?.id ?? null) !== userId)
				void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
		},
		/** Refetches the announcements, one of which says that the site is closed. */
		applyMaintenance: () => {
			setTimeout(() => refetch(queryClient, [showAnnouncements]), Math.random() * MAX_MAINTENANCE_DELAY_MS);
		},
		/** Refetches the data of rounds that the operator console shows. */
		applyMatchDay: () =>
			void queryClient.invalidateQueries({
				predicate: ({ queryKey }) => String(queryKey[1]).startsWith("/operator/rounds"),
			}),
		/** Refetches the user's team, unless this page is saving it. */
		refetchTeam: () => {
			if (queryClient.isMutating() > 0) return;
			for (const call of OWN_TEAM)
				void queryClient.invalidateQueries({ queryKey: callKey(call) }, { cancelRefetch: false });
		},
	};
}

export type LiveUpdateHandlers = ReturnType<typeof createLiveUpdateHandlers>;

/** The actual delay is between once and twice this, so that clients do not reconnect at the same moment. */
const RECONNECT_DELAY_MS = 15_000;

/** The events of the stream, as in packages/contract/live.ts. */
const EVENTS = [
	"version",
	"clock",
	"user",
	"team",
	"conversation",
	"conversations",
	"draft",
	"match-day",
	"maintenance",
];

/**
 * Opens the stream and returns a function that closes it. EventSource reconnects by itself after a lost connection,
 * but not after the server or a proxy refused it.
 */
function connect(onEvent: (event: StreamEvent) => void): () => void {
	let source: EventSource;
	let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
	const open = () => {
		source = new EventSource(`${site.apiBase}/${LANGUAGE}${LIVE_PATH}`);
		for (const name of EVENTS) source.addEventListener(name, ({ data }) => onEvent({ name, data }));
		source.addEventListener("open", () => onEvent({ name: "open", data: "" }));
		source.addEventListener("error", () => {
			onEvent({ name: "lost", data: "" });
			if (source.readyState === EventSource.CLOSED)
				reconnectTimer = setTimeout(open, RECONNECT_DELAY_MS * (1 + Math.random()));
		});
	};
	open();
	return () => {
		clearTimeout(reconnectTimer);
		source.close();
	};
}

/** Returns a function that applies events of the stream to this tab. */
function createEventListener(handlers: LiveUpdateHandlers): (event: StreamEvent) => void {
	let isFirst = true;
	/** Changes may have been missed, except before the first connection, when everything is fetched anyway. */
	const onOpen = () => {
		publishConversationChange(null);
		publishDraftChange({ kind: "connected" });
		if (!isFirst) handlers.refetchTeam();
		isFirst = false;
	};
	return ({ name, data }) => {
		if (name === "open") onOpen();
		else if (name === "version") handlers.applyVersion(JSON.parse(data));
		else if (name === "clock") handlers.applyClock(JSON.parse(data));
		else if (name === "user") handlers.applyUser(JSON.parse(data));
		else if (name === "team") handlers.applyTeam(JSON.parse(data));
		else if (name === "conversation") publishConversationChange(JSON.parse(data));
		else if (name === "conversations") publishConversationChange(null);
		else if (name === "draft") publishDraftChange({ kind: "version", ...(JSON.parse(data) as LiveDraft) });
		else if (name === "lost") publishDraftChange({ kind: "lost" });
		else if (name === "match-day") handlers.applyMatchDay();
		else if (name === "maintenance") handlers.applyMaintenance();
	};
}

/**
 * Follows the live stream of this browser, and a new one after sign-in or sign-out. Polling continues without the
 * stream, so a failure is silent.
 */
export function useLiveStream(handlers: LiveUpdateHandlers): void {
	const user = useUser();
	const account = user.state === "ready" ? (user.value?.id ?? "visitor") : user.state;
	useEffect(() => {
		if (account === "pending") return;
		return shareStream({ name: String(account), connect, onEvent: createEventListener(handlers) });
	}, [handlers, account]);
}
