import type { SuccessOf } from "@first-bounce/contract/call";
import { addFavourite, removeFavourite, showFavourites } from "@first-bounce/contract/team/favourites";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { callKey, useCall, useCallMutation } from "../api/use-call.ts";
import { useIsVisitor } from "../api/use-user.ts";

const KEY = callKey(showFavourites, {});

/** The user's favourites of the season; none for a visitor. A toggle is shown at once and reverted if the server refuses it. */
export function useFavourites() {
	const queryClient = useQueryClient();
	const isVisitor = useIsVisitor();
	const { data } = useCall(showFavourites, {}, { staleTime: 60_000, enabled: !isVisitor });
	const options = {
		scope: { id: "favourites" },
		onSuccess: (saved: SuccessOf<typeof showFavourites>) => queryClient.setQueryData(KEY, saved),
		onError: () => void queryClient.invalidateQueries({ queryKey: KEY }),
	};
	const add = useCallMutation(addFavourite, options);
	const remove = useCallMutation(removeFavourite, options);
	const ids = useMemo(() => new Set(data?.favouritePlayers), [data]);
	const toggle = (playerId: number) => {
		const isAdded = !ids.has(playerId);
		const favouritePlayers = isAdded ? [...ids, playerId] : [...ids].filter((id) => id !== playerId);
		queryClient.setQueryData(KEY, { favouritePlayers });
		(isAdded ? add : remove).mutate({ body: { playerId } });
	};
	return { ids, toggle };
}
