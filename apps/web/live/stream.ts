import type { Call, SuccessOf } from "@first-bounce/contract/call";
import {
	h2hLeagueRankings,
	h2hMatchUps,
	listActions,
	listLeagueActivity,
	listTrades,
	myLeagues,
	openLeagueRankings,
	overallRank,
	showClock,
	showLeague,
	showMyTeam,
	showScoreLedger,
	showTeamHistoryOf,
} from "@first-bounce/contract/calls";
import type { SeasonClock } from "@first-bounce/contract/clock";
import { LIVE_PATH } from "@first-bounce/contract/constants";
import type { LiveTeam, LiveVersion } from "@first-bounce/contract/live";
import type { ChecksumsFile } from "@first-bounce/contract/stats/static-data";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callKey } from "../api/use-call.ts";
import { staticKey } from "../api/use-static.ts";
import { useUser } from "../api/use-user.ts";
import { LANGUAGE } from "../i18n/language.ts";
import { changedFiles } from "./polling.ts";

/** Answers that follow the standings. */
const STANDINGS = [overallRank, openLeagueRankings, showMyTeam, listTrades, showScoreLedger, showTeamHistoryOf];
const LEAGUES = [myLeagues, showLeague, listLeagueActivity, h2hLeagueRankings, h2hMatchUps];

/** Answers that follow a save of the user's own team. */
const OWN_TEAM = [showMyTeam, listTrades, listActions];

function refetch(queries: QueryClient, calls: readonly Call[]): void {
	for (const call of calls) void queries.invalidateQueries({ queryKey: callKey(call) });
}

const setClock = (queries: QueryClient, clock: SeasonClock) => queries.setQueryData(callKey(showClock, {}), clock);

/** What the server publishes, applied to the answers of one page. */
export interface LiveChanges {
	/** Refetches what has changed since the checksums that were applied last, by the stream or by a poll. */
	readonly applyChecksums: (checksums: ChecksumsFile, hasNewStandings?: boolean) => void;
	readonly applyVersion: (version: LiveVersion) => void;
	readonly applyClock: (clock: SeasonClock) => void;
	/** Refetches the user's team unless this page has that version, or is about to have it. */
	readonly applyTeam: (team: LiveTeam) => void;
}

export function createLiveChanges(queries: QueryClient): LiveChanges {
	let applied: ChecksumsFile | null = null;

	const applyChecksums = (checksums: ChecksumsFile, hasNewStandings = false) => {
		const changed = applied ? changedFiles(applied, checksums) : [];
		applied = checksums;
		for (const name of changed) void queries.invalidateQueries({ queryKey: staticKey(name) });
		if (changed.includes("players"))
			void queries.invalidateQueries({
				predicate: ({ queryKey: [kind, name] }) => kind === "static" && /^player_/.test(String(name)),
			});
		if (hasNewStandings || changed.length > 0) refetch(queries, [...STANDINGS, ...LEAGUES]);
	};

	const isShown = ({ teamId, version }: LiveTeam): boolean => {
		const shown = queries.getQueryData<SuccessOf<typeof showMyTeam>>(callKey(showMyTeam, {}))?.team;
		return shown?.id === teamId && shown.version >= version;
	};
	const applyTeam = (team: LiveTeam) => {
		if (isShown(team)) return;
		if (queries.isMutating() === 0) return refetch(queries, OWN_TEAM);
		// It may be this page's own save: its answer brings the team, and must not find a newer one in its place.
		const stop = queries.getMutationCache().subscribe(() => {
			if (queries.isMutating() > 0) return;
			stop();
			setTimeout(() => applyTeam(team));
		});
	};

	return {
		applyChecksums,
		applyVersion: ({ checksums, clock, standings }) => {
			setClock(queries, clock);
			applyChecksums(checksums, standings);
			// A poll under way may answer with older checksums.
			void queries.cancelQueries({ queryKey: staticKey("checksums") });
			queries.setQueryData(staticKey("checksums"), checksums);
		},
		applyClock: (clock) => setClock(queries, clock),
		applyTeam,
	};
}

/** After so long, and up to twice it, a stream that was refused is owner for again: not by everyone at once. */
const ANEW_AFTER = 15_000;

/**
 * Opens the stream, and again when the server or a proxy refuses it: a browser itself tries again only after a line
 * that broke. Answers how to close it.
 */
function openStream({ applyVersion, applyClock, applyTeam }: LiveChanges): () => void {
	let source: EventSource;
	let again: ReturnType<typeof setTimeout> | undefined;
	const open = () => {
		source = new EventSource(`/api/${LANGUAGE}${LIVE_PATH}`);
		source.addEventListener("version", ({ data }) => applyVersion(JSON.parse(data)));
		source.addEventListener("clock", ({ data }) => applyClock(JSON.parse(data)));
		source.addEventListener("team", ({ data }) => applyTeam(JSON.parse(data)));
		source.addEventListener("error", () => {
			if (source.readyState === EventSource.CLOSED) again = setTimeout(open, ANEW_AFTER * (1 + Math.random()));
		});
	};
	open();
	return () => {
		clearTimeout(again);
		source.close();
	};
}

/**
 * Listens while the page is open. Without the stream the polls go on alone, so its loss needs no words. A connection
 * belongs to the session it was opened with: whoever signs in or out gets another.
 */
export function useLiveStream(changes: LiveChanges): void {
	const user = useUser();
	const owner = user.state === "ready" ? (user.value?.id ?? "visitor") : user.state;
	useEffect(() => (owner === "pending" ? undefined : openStream(changes)), [changes, owner]);
}
