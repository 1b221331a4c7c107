import type { SuccessOf } from "@first-bounce/contract/call";
import { addFavourite, removeFavourite, showFavourites } from "@first-bounce/contract/team/favourites";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { callKey, useCall, useCallMutation } from "../api/use-call.ts";
import { useIsVisitor } from "../api/use-user.ts";

const KEY = callKey(showFavourites, {});
const MUTATION_KEY = ["favourites"];

/** The user's favourites of the season; none for a visitor. A toggle is shown at once and reverted if the server refuses it. */
export function useFavourites() {
	const queryClient = useQueryClient();
	const isVisitor = useIsVisitor();
	const { data } = useCall(showFavourites, {}, { staleTime: 60_000, enabled: !isVisitor });
	// The response to a toggle does not contain later ones; the response to the last contains all of them.
	const isLastToggle = () => queryClient.isMutating({ mutationKey: MUTATION_KEY }) === 1;
	const options = {
		mutationKey: MUTATION_KEY,
		scope: { id: "favourites" },
		onSuccess: (saved: SuccessOf<typeof showFavourites>) => {
			if (isLastToggle()) queryClient.setQueryData(KEY, saved);
		},
		onError: () => {
			if (isLastToggle()) void queryClient.invalidateQueries({ queryKey: KEY });
		},
	};
	const add = useCallMutation(addFavourite, options);
	const remove = useCallMutation(removeFavourite, options);
	const ids = useMemo(() => new Set(data?.favouritePlayers), [data]);
	const toggle = (playerId: number) => {
		// Newer than what is shown, right after another toggle.
		const before = queryClient.getQueryData<SuccessOf<typeof showFavourites>>(KEY)?.favouritePlayers ?? [];
		const isAdded = !before.includes(playerId);
		// A load that is under way would bring back the favourites from before the toggle.
		void queryClient.cancelQueries({ queryKey: KEY });
		const favouritePlayers = isAdded ? [...before, playerId] : before.filter((id) => id !== playerId);
		queryClient.setQueryData(KEY, { favouritePlayers });
		(isAdded ? add : remove).mutate({ body: { playerId } });
	};
	return { ids, toggle };
}
