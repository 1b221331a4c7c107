import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, file, refusal } from "../../../testing/web/fake-api.ts";
import { renderAt } from "../../../testing/web/render-at.tsx";
import { useSeason } from "./use-season.ts";
import { buildStaticKey } from "./use-static.ts";

const Shown = () => <p>{useSeason().state}</p>;

test("a failed refresh of a loaded file is no failure", async () => {
	let isDown = false;
	const players = Promise.withResolvers<void>();
	const { requests } = fakeApi({
		"/json/fantasy/season.json": () =>
			isDown ? refusal(503, "busy", "") : file({ id: 1, name: "2027", isDemo: false, rules: {} }),
		"/json/fantasy/squads.json": () => file([]),
		"/json/fantasy/rounds.json": () => file([]),
		"/json/fantasy/players.json": async () => {
			await players.promise;
			return file([]);
		},
	});
	const { queryClient } = renderAt("/team", <Shown />);
	await expect.poll(() => queryClient.getQueryData(buildStaticKey("season"))).toBeDefined();
	isDown = true;
	await act(() => queryClient.invalidateQueries({ queryKey: buildStaticKey("season") }));
	expect(requests.filter((request) => request.endsWith("season.json"))).toHaveLength(2);
	expect(screen.getByText("pending")).toBeDefined();
	await act(async () => players.resolve());
	expect(await screen.findByText("ready")).toBeDefined();
});
