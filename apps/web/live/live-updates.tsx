import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { toRounds } from "../api/season-model.ts";
import { useStatic } from "../api/use-static.ts";
import { pollingFor } from "./polling.ts";
import { useSeasonTimer } from "./season-clock.ts";
import { createLiveChanges, useLiveStream } from "./stream.ts";

/** Keeps what is shown as new as the server's: hears the stream, polls the checksums, refetches what changed. */
export const LiveUpdates = () => {
	const queries = useQueryClient();
	const changes = useMemo(() => createLiveChanges(queries), [queries]);
	const timer = useSeasonTimer();
	const file = useStatic("rounds");
	const rounds = useMemo(() => toRounds(file.data ?? []), [file.data]);
	const pace = pollingFor(rounds, timer);
	const checksums = useStatic("checksums", { refetchInterval: pace.checksums, staleTime: 0 });
	useStatic("rounds", { refetchInterval: pace.rounds });
	useLiveStream(changes);

	useEffect(() => {
		if (checksums.data) changes.applyChecksums(checksums.data);
	}, [checksums.data, changes]);
	return null;
};
