import { addFavourite, removeFavourite, showFavourites } from "@first-bounce/contract/calls";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useAction, useCall } from "../api/use-call.ts";
import { showProblem } from "../components/error-modal/problem-store.ts";
import { problemWords } from "../wording/problem.ts";

const KEY = callKey(showFavourites, {});

/** The players one has starred this season, and a way to star and unstar; seen at once, taken back if refused. */
export function useFavourites() {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const { data } = useCall(showFavourites, {}, { staleTime: 60_000 });
	const add = useAction(addFavourite);
	const remove = useAction(removeFavourite);
	const ids = useMemo(() => new Set(data?.favouritePlayers), [data]);
	const toggle = async (playerId: number) => {
		const isAdded = !ids.has(playerId);
		const favouritePlayers = isAdded ? [...ids, playerId] : [...ids].filter((id) => id !== playerId);
		queries.setQueryData(KEY, { favouritePlayers });
		try {
			queries.setQueryData(KEY, await (isAdded ? add : remove).mutateAsync({ body: { playerId } }));
		} catch (error) {
			void queries.invalidateQueries({ queryKey: KEY });
			showProblem({ message: problemWords(error, t) });
		}
	};
	return { ids, toggle };
}
