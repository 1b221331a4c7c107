import type { Team } from "@first-bounce/contract/team";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../api/query-client.ts";
import { theirLineup } from "../../../players/testing/season-builder.ts";
import { fakeApi, refusal } from "../../../testing/fake-api.ts";
import { useAutosave } from "./use-autosave.ts";
import { useBegun } from "./use-begun.ts";

const teamOf = (version: number) => ({ ...theirLineup(), version }) as unknown as Team;

function setOnline(isOnline: boolean): void {
	vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
	act(() => void dispatchEvent(new Event(isOnline ? "online" : "offline")));
}
afterEach(() => vi.restoreAllMocks());

test("an edit made without a connection is not written over what came from elsewhere meanwhile", async () => {
	const { posted } = fakeApi({ "/fantasy/team/update": () => refusal(409, "stale-version", "Changed elsewhere") });
	const onStale = vi.fn();
	const queries = createQueryClient();
	const wrapper = ({ children }: { readonly children: ReactNode }) =>
		createElement(QueryClientProvider, { client: queries }, children);
	const editing = ({ team, candidate }: { readonly team: Team; readonly candidate: Lineup | null }) =>
		useAutosave({ begun: useBegun(team, candidate !== null), candidate, onStale });
	const { rerender, result } = renderHook(editing, {
		wrapper,
		initialProps: { team: teamOf(3), candidate: null as Lineup | null },
	});
	setOnline(false);
	const candidate = { ...theirLineup(), emergency: [17] };
	rerender({ team: teamOf(3), candidate });
	expect(result.current.kind).toBe("waiting");
	// The team is read anew as soon as the connection is back, before the edit is sent.
	rerender({ team: teamOf(4), candidate });
	setOnline(true);
	await waitFor(() => expect(onStale).toHaveBeenCalledOnce());
	expect(posted).toMatchObject([{ path: "/fantasy/team/update", body: { emergency: [17], version: 3 } }]);
});
