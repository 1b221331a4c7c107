import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { buildRounds } from "../api/season-model.ts";
import { useStatic } from "../api/use-static.ts";
import { getPollingIntervals } from "./polling.ts";
import { useSeasonTimer } from "./season-clock.ts";
import { createLiveChanges, useLiveStream } from "./stream.ts";

/** Keeps the page up to date: listens to the live stream, polls the checksums and refetches what changed. */
export const LiveUpdates = () => {
	const queries = useQueryClient();
	const changes = useMemo(() => createLiveChanges(queries), [queries]);
	const timer = useSeasonTimer();
	const file = useStatic("rounds");
	const rounds = useMemo(() => buildRounds(file.data ?? []), [file.data]);
	const intervals = getPollingIntervals(rounds, timer);
	const checksums = useStatic("checksums", { refetchInterval: intervals.checksums, staleTime: 0 });
	useStatic("rounds", { refetchInterval: intervals.rounds });
	useLiveStream(changes);

	useEffect(() => {
		if (checksums.data) changes.applyChecksums(checksums.data);
	}, [checksums.data, changes]);
	return null;
};
