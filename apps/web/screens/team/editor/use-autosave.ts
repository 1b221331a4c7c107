import type { Team } from "@first-bounce/contract/team/team";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { useOnline } from "../../../live/use-online.ts";
import { followOwnVersions, isStaleVersion, useTeamSaves } from "./saved-team.ts";

/** Combines consecutive changes into one save. */
const AUTOSAVE_DELAY_MS = 650;

export type SaveState =
	| { readonly kind: "saved" }
	| { readonly kind: "saving" }
	| { readonly kind: "waiting" }
	| { readonly kind: "failed"; readonly error: Error; readonly retry: () => void };

interface AutosaveOptions {
	/** Version of the saved team that the unsaved changes are based on. */
	readonly baseVersion: RefObject<number>;
	/** The line-up to save; null if nothing changed or it cannot be saved. */
	readonly candidate: Lineup | null;
	/** Called with the saved team, and the version that it replaced, before it is shown. */
	readonly onSaved: (team: Team, replacedVersion: number) => void;
	/** Called with the saved team if it was changed elsewhere. */
	readonly onStale: (team: Team) => void;
	/** The draft league of the team; null for the classic team. */
	readonly leagueId?: number | null;
}

/**
 * Saves a candidate after a delay, one save at a time, and at once when the screen is left. A failure opens the error
 * modal, and is shown until a retry or the next edit.
 */
export function useAutosave({ baseVersion, candidate, onSaved, onStale, leagueId = null }: AutosaveOptions): SaveState {
	const saves = useTeamSaves(leagueId);
	const { isPending } = saves;
	const { t } = useTranslation();
	const isOnline = useOnline();
	const [failure, setFailure] = useState<{ readonly key: string; readonly error: Error } | null>(null);
	const key = candidate ? JSON.stringify(candidate) : null;
	const hasFailed = failure !== null && failure.key === key;

	const hasLeft = useRef(false);
	const send = useEffectEvent(async (lineup: Lineup, lineupKey: string) => {
		try {
			const { team, replacedVersion, cache } = await saves.save(lineup, baseVersion.current);
			baseVersion.current = team.version;
			onSaved(team, replacedVersion);
			cache();
			setFailure(null);
		} catch (error) {
			setFailure({ key: lineupKey, error: error instanceof Error ? error : new Error(String(error)) });
			const latest = await saves.reload();
			if (!latest || !isStaleVersion(error))
				showProblem({ title: t("team.saveFailed"), message: getErrorMessage(error, t) });
			else if (!hasLeft.current) {
				onStale(latest);
				// If the manager restores her change, it overwrites the change from elsewhere.
				setFailure(null);
			}
		}
	});
	const save = useEffectEvent(() => {
		if (candidate && key !== null) void send(candidate, key);
	});

	useEffect(() => {
		if (key === null || hasFailed || isPending || !isOnline) return;
		const timeout = setTimeout(() => save(), AUTOSAVE_DELAY_MS);
		return () => clearTimeout(timeout);
	}, [key, hasFailed, isPending, isOnline]);

	const leave = useEffectEvent(() => {
		// Right after the response, the line-up that was saved is still the candidate.
		if (candidate && !hasFailed && isOnline && !saves.isSent(candidate, baseVersion.current)) save();
	});
	useEffect(() => {
		hasLeft.current = false;
		return () => {
			hasLeft.current = true;
			leave();
		};
	}, []);

	if (key === null) return { kind: isPending ? "saving" : "saved" };
	if (hasFailed) return { kind: "failed", error: failure.error, retry: () => setFailure(null) };
	return { kind: isOnline || isPending ? "saving" : "waiting" };
}

/**
 * The version of the saved team that the unsaved changes are based on. Requests send it, so that the server refuses to overwrite a
 * change from elsewhere.
 */
export function useBaseVersion(
	{ id, version }: Pick<Team, "id" | "version">,
	isDirty: boolean,
	leagueId: number | null = null,
): RefObject<number> {
	const queryClient = useQueryClient();
	const baseVersion = useRef(version);
	const team = useRef(id);
	useEffect(() => {
		if (isDirty) {
			baseVersion.current = followOwnVersions(queryClient, leagueId, baseVersion.current);
			return;
		}
		// The shown team may be older than the team that was just saved.
		baseVersion.current = team.current === id ? Math.max(baseVersion.current, version) : version;
		team.current = id;
	}, [isDirty, id, version, leagueId, queryClient]);
	return baseVersion;
}
