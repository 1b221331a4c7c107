import type { ChecksumsFile } from "@first-bounce/contract/static-data";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { toRounds } from "../api/season-model.ts";
import { staticKey, useStatic } from "../api/use-static.ts";
import { changedFiles, pollingFor } from "./polling.ts";
import { useSeasonTimer } from "./season-clock.ts";
import { refetchStandings, useLiveStream } from "./stream.ts";

/** Keeps what is shown as new as the server's: hears the stream, polls the checksums, refetches what changed. */
export const LiveUpdates = () => {
	const queries = useQueryClient();
	const timer = useSeasonTimer();
	const file = useStatic("rounds");
	const rounds = useMemo(() => toRounds(file.data ?? []), [file.data]);
	const pace = pollingFor(rounds, timer);
	const checksums = useStatic("checksums", { refetchInterval: pace.checksums, staleTime: 0 });
	const known = useRef<ChecksumsFile | null>(null);
	useStatic("rounds", { refetchInterval: pace.rounds });
	useLiveStream();

	useEffect(() => {
		if (!checksums.data) return;
		const changed = known.current ? changedFiles(known.current, checksums.data) : [];
		known.current = checksums.data;
		for (const name of changed) void queries.invalidateQueries({ queryKey: staticKey(name) });
		if (changed.includes("players"))
			void queries.invalidateQueries({
				predicate: ({ queryKey: [kind, name] }) => kind === "static" && /^player_/.test(String(name)),
			});
		if (changed.length > 0) refetchStandings(queries);
	}, [checksums.data, queries]);
	return null;
};
