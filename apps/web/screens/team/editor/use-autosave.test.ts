import { setTimeout } from "node:timers/promises";
import { showMyTeam, type Team, updateTeam } from "@first-bounce/contract/team/team";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { createElement, type ReactNode, useMemo } from "react";
import { I18nextProvider } from "react-i18next";
import { expect, onTestFinished, test, vi } from "vitest";
import { fakeApi, refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLineup, buildSeason, buildSquad, DAY, SATURDAY } from "../../../../../testing/web/player-season.ts";
import { buildTeam } from "../../../../../testing/web/team-builders.ts";
import { createQueryClient } from "../../../api/query-client.ts";
import { callKey, useCall } from "../../../api/use-call.ts";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { createI18n } from "../../../i18n/i18n.ts";
import en from "../../../i18n/locale/en.json";
import { followOwnVersions, useTeamChange } from "./saved-team.ts";
import { useAutosave, useBaseVersion } from "./use-autosave.ts";
import { useTeamEditor } from "./use-team-editor.ts";

const buildTeamVersion = (version: number) => ({ ...buildLineup(), version }) as unknown as Team;

const createWrapper =
	(queryClient: QueryClient) =>
	({ children }: { readonly children: ReactNode }) =>
		createElement(
			I18nextProvider,
			{ i18n: createI18n(en) },
			createElement(QueryClientProvider, { client: queryClient }, children, createElement(ErrorModal)),
		);

function setOnline(isOnline: boolean): void {
	vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
	act(() => void dispatchEvent(new Event(isOnline ? "online" : "offline")));
}
test("an offline edit does not overwrite a change from another device", async () => {
	const { posted } = fakeApi({ "/fantasy/team/update": () => refusal(409, "stale-version", "Changed elsewhere") });
	const onStale = vi.fn();
	const queryClient = createQueryClient();
	const latest = buildTeam(4, buildLineup());
	queryClient.setQueryData(callKey(showMyTeam, {}), { team: latest, rollbackAvailable: false });
	const wrapper = createWrapper(queryClient);
	const renderEditor = ({ team, candidate }: { readonly team: Team; readonly candidate: Lineup | null }) =>
		useAutosave({
			baseVersion: useBaseVersion(team, candidate !== null),
			candidate,
			onSaved: () => undefined,
			onStale,
		});
	const { rerender, result } = renderHook(renderEditor, {
		wrapper,
		initialProps: { team: buildTeamVersion(3), candidate: null as Lineup | null },
	});
	setOnline(false);
	const candidate = { ...buildLineup(), emergency: [17] };
	rerender({ team: buildTeamVersion(3), candidate });
	expect(result.current.kind).toBe("waiting");
	// The team is refetched before the edit is sent.
	rerender({ team: buildTeamVersion(4), candidate });
	setOnline(true);
	await waitFor(() => expect(onStale).toHaveBeenCalledExactlyOnceWith(latest));
	expect(posted).toMatchObject([{ path: "/fantasy/team/update", body: { emergency: [17], version: 3 } }]);
	// The saved team replaces the edit, which would otherwise be saved when the test ends.
	rerender({ team: latest, candidate: null });
});

test.each([
	[422, "locked", "Maeve Callinan is locked"],
	[409, "season-is-closed", "That season is closed and read-only"],
])("an autosave refused with %i %s opens the error modal (D1.8.08)", async (...refused) => {
	fakeApi({
		"/fantasy/team/update": () => refusal(...refused),
		"/fantasy/team/show-my": () => refusal(404, "no-team", "No team"),
	});
	const renderEditor = () =>
		useAutosave({
			baseVersion: useBaseVersion(buildTeamVersion(3), true),
			candidate: useMemo(() => ({ ...buildLineup(), emergency: [17] }), []),
			onSaved: () => undefined,
			onStale: () => undefined,
		});
	const queryClient = createQueryClient();
	queryClient.setQueryData(callKey(showMyTeam, {}), { team: buildTeam(3, buildLineup()), rollbackAvailable: false });
	renderHook(renderEditor, {
		wrapper: createWrapper(queryClient),
	});
	const modal = await screen.findByRole("alertdialog", { name: "Not saved" });
	expect(modal.textContent).toContain(refused[2]);
});

test("an edit undone while being saved stays undone", async () => {
	const receipt = { id: "r", savedAt: new Date(SATURDAY).toISOString(), action: "update" };
	const responses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let saves = 0;
	const { posted } = fakeApi({
		"/fantasy/team/update": async (body) => {
			const save = saves++;
			await responses[save]?.promise;
			const saved = body as Pick<Lineup, "emergency">;
			const team = buildTeam(2 + save, { ...buildLineup(), emergency: saved.emergency });
			return success(updateTeam, { team, rollbackAvailable: true, receipt });
		},
	});
	const season = buildSeason(buildSquad());
	const queryClient = createQueryClient();
	queryClient.setQueryData(callKey(showMyTeam, {}), { team: buildTeam(1, buildLineup()), rollbackAvailable: false });
	const wrapper = createWrapper(queryClient);
	const { result } = renderHook(
		() => {
			const team = useCall(showMyTeam, {}, { enabled: false }).data?.team ?? buildTeam(1, buildLineup());
			const editor = useTeamEditor(team, season, SATURDAY - DAY);
			const baseVersion = useBaseVersion(team, editor.isDirty);
			const save = useAutosave({
				baseVersion,
				candidate: editor.candidate,
				onSaved: editor.setSaved,
				onStale: vi.fn(),
			});
			return { team, editor, save };
		},
		{ wrapper },
	);
	const getEmergencies = () => result.current.editor.lineup.emergency;
	const [before = [], emergencyId = 0] = [getEmergencies(), getEmergencies()[0]];
	act(() => result.current.editor.toggleEmergency(emergencyId));
	await waitFor(() => expect(posted).toHaveLength(1));
	act(() => result.current.editor.undo?.());
	expect(getEmergencies()).toEqual(before);
	await act(async () => responses[0]?.resolve());
	await waitFor(() => expect(result.current.team.version).toBe(2));
	expect(getEmergencies()).toEqual(before);
	responses[1]?.resolve();
	await waitFor(() => expect(result.current).toMatchObject({ team: { version: 3 }, save: { kind: "saved" } }));
	expect(posted).toMatchObject([{ body: { version: 1 } }, { body: { version: 2, emergency: before } }]);
	expect([getEmergencies(), result.current.editor.redo]).toEqual([before, expect.any(Function)]);
});

test("a change refused as stale is saved once restored", async () => {
	const receipt = { id: "r", savedAt: new Date(SATURDAY).toISOString(), action: "update" };
	const teamSavedElsewhere = buildTeam(2, { ...buildLineup(), captainId: 7, viceCaptainId: 6 });
	const ownLineup = { ...buildLineup(), emergency: [18, 19, 20] };
	const { posted } = fakeApi({
		"/fantasy/team/show-my": () => success(showMyTeam, { team: teamSavedElsewhere, rollbackAvailable: false }),
		"/fantasy/team/update": (body) =>
			(body as Pick<Team, "version">).version === 2
				? success(updateTeam, { team: buildTeam(3, ownLineup), rollbackAvailable: true, receipt })
				: refusal(409, "stale-version", "Changed elsewhere"),
	});
	const season = buildSeason(buildSquad());
	const queryClient = createQueryClient();
	queryClient.setQueryData(callKey(showMyTeam, {}), { team: buildTeam(1, buildLineup()), rollbackAvailable: false });
	const wrapper = ({ children }: { readonly children: ReactNode }) =>
		createElement(QueryClientProvider, { client: queryClient }, children);
	const { result } = renderHook(
		() => {
			const team = useCall(showMyTeam, {}).data?.team ?? buildTeam(1, buildLineup());
			const editor = useTeamEditor(team, season, SATURDAY - DAY);
			const baseVersion = useBaseVersion(team, editor.isDirty);
			const { candidate, setSaved, replaceWithSaved } = editor;
			useAutosave({ baseVersion, candidate, onSaved: setSaved, onStale: replaceWithSaved });
			return editor;
		},
		{ wrapper },
	);
	act(() => result.current.toggleEmergency(17));
	await waitFor(() => expect(result.current.lineup).toMatchObject({ captainId: 7, emergency: [17, 18, 19, 20] }));
	expect([result.current.undo, result.current.replacedChanges?.lineup]).toEqual([expect.any(Function), ownLineup]);
	act(() => result.current.restoreReplaced());
	await waitFor(() => expect(posted).toHaveLength(2));
	expect(posted).toMatchObject([{ body: { version: 1 } }, { body: { version: 2, emergency: [18, 19, 20] } }]);
	await waitFor(() => expect(result.current).toMatchObject({ isDirty: false, replacedChanges: null }));
});

test("a restored change is saved at once when the screen is left", async () => {
	const { posted } = fakeApi({ "/fantasy/team/update": () => refusal(409, "stale-version", "Changed elsewhere") });
	const queryClient = createQueryClient();
	queryClient.setQueryData(callKey(showMyTeam, {}), { team: buildTeam(4, buildLineup()), rollbackAvailable: false });
	const onStale = vi.fn();
	const candidate = { ...buildLineup(), emergency: [17] };
	const { rerender, result, unmount } = renderHook(
		(shown: Lineup | null) =>
			useAutosave({
				baseVersion: useBaseVersion(buildTeamVersion(3), true),
				candidate: shown,
				onSaved: () => undefined,
				onStale,
			}),
		{ wrapper: createWrapper(queryClient), initialProps: candidate as Lineup | null },
	);
	await waitFor(() => expect(onStale).toHaveBeenCalledOnce());
	rerender(null);
	await waitFor(() => expect(result.current.kind).toBe("saved"));
	rerender({ ...candidate });
	unmount();
	await waitFor(() => expect(posted).toHaveLength(2));
});

test("a retried line-up is saved at once when the screen is left", async () => {
	const { posted } = fakeApi({ "/fantasy/team/update": () => refusal(422, "locked", "Maeve Callinan is locked") });
	const candidate = { ...buildLineup(), emergency: [17] };
	const { result, unmount } = renderHook(
		() =>
			useAutosave({
				baseVersion: useBaseVersion(buildTeamVersion(3), true),
				candidate,
				onSaved: () => undefined,
				onStale: () => undefined,
			}),
		{ wrapper: createWrapper(createQueryClient()) },
	);
	await waitFor(() => expect(result.current.kind).toBe("failed"));
	act(() => void (result.current.kind === "failed" && result.current.retry()));
	expect(result.current.kind).toBe("saving");
	unmount();
	await waitFor(() => expect(posted).toHaveLength(2));
});

test("a screen that is opened again sends nothing during the save", async () => {
	const response = Promise.withResolvers<void>();
	const { posted } = fakeApi({
		"/fantasy/team/update": async () => {
			await response.promise;
			return refusal(409, "season-is-closed", "That season is closed and read-only");
		},
	});
	const candidate = { ...buildLineup(), emergency: [17] };
	const renderScreen = () =>
		useAutosave({
			baseVersion: useBaseVersion(buildTeamVersion(3), true),
			candidate,
			onSaved: () => undefined,
			onStale: () => undefined,
		});
	const wrapper = createWrapper(createQueryClient());
	const first = renderHook(renderScreen, { wrapper });
	await waitFor(() => expect(posted).toHaveLength(1));
	first.unmount();
	const { result } = renderHook(renderScreen, { wrapper });
	await setTimeout(1000);
	expect([posted.length, result.current.kind]).toEqual([1, "saving"]);
	response.resolve();
	await waitFor(() => expect([posted.length, result.current.kind]).toEqual([2, "failed"]));
});

test("the base version follows this page's saves by team", () => {
	const { result, rerender } = renderHook(({ id, version, isDirty }) => useBaseVersion({ id, version }, isDirty), {
		wrapper: createWrapper(createQueryClient()),
		initialProps: { id: 7, version: 2, isDirty: false },
	});
	rerender({ id: 7, version: 2, isDirty: true });
	result.current.current = 3;
	rerender({ id: 7, version: 2, isDirty: false });
	expect(result.current.current).toBe(3);
	// A change from another device becomes the base only if the line-up is unedited.
	rerender({ id: 7, version: 4, isDirty: true });
	expect(result.current.current).toBe(3);
	rerender({ id: 7, version: 4, isDirty: false });
	expect(result.current.current).toBe(4);
	rerender({ id: 9, version: 0, isDirty: false });
	expect(result.current.current).toBe(0);
});

test("a page's own saves are followed for longer than five minutes", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const queryClient = createQueryClient();
	const { result } = renderHook(() => useTeamChange(null, {}), { wrapper: createWrapper(queryClient) });
	await act(() => result.current.mutateAsync({ version: 1, send: async () => ({ team: { version: 2 } }) }));
	vi.advanceTimersByTime(6 * 60_000);
	expect(followOwnVersions(queryClient, null, 1)).toBe(2);
});
