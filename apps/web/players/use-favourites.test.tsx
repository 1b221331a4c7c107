import { addFavourite, showFavourites } from "@first-bounce/contract/team/favourites";
import { act, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, success } from "../../../testing/web/fake-api.ts";
import { renderAt } from "../../../testing/web/render-at.tsx";
import { useFavourites } from "./use-favourites.ts";

const Favourites = ({ onRender }: { readonly onRender: (favourites: ReturnType<typeof useFavourites>) => void }) => {
	onRender(useFavourites());
	return null;
};

test("the response to a first star keeps a second one", async () => {
	const shown: number[][] = [];
	let toggle: (id: number) => void = () => undefined;
	const save = (favourites: ReturnType<typeof useFavourites>) => {
		toggle = favourites.toggle;
		shown.push([...favourites.ids]);
	};
	const responses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let saves = 0;
	const { posted, requests } = fakeApi({
		"/fantasy/favourite-player/show-favourites": () => success(showFavourites, { favouritePlayers: [1] }),
		"/fantasy/favourite-player/add": async () => {
			const index = saves++;
			await responses[index]?.promise;
			return success(addFavourite, { favouritePlayers: index === 0 ? [1, 2] : [1, 2, 3] });
		},
	});
	renderAt("/team", <Favourites onRender={save} />);
	await waitFor(() => expect(shown.at(-1)).toEqual([1]));
	act(() => toggle(2));
	act(() => toggle(3));
	await waitFor(() => expect(posted).toHaveLength(1));
	await waitFor(() => expect(shown.at(-1)).toEqual([1, 2, 3]));
	responses[0]?.resolve();
	await waitFor(() => expect(posted).toHaveLength(2));
	expect(shown.at(-1)).toEqual([1, 2, 3]);
	responses[1]?.resolve();
	await waitFor(() => expect(requests).toHaveLength(3));
	expect(shown.at(-1)).toEqual([1, 2, 3]);
});
