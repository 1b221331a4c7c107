import { type CoachSettings, setCoachPlayer, showCoachSettings } from "@first-bounce/contract/team/coach";
import { act, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, success } from "../../../testing/web/fake-api.ts";
import { renderAt } from "../../../testing/web/render-at.tsx";
import { callKey } from "../api/use-call.ts";
import { type CoachSettingsEditor, useCoachSettings } from "./use-coach-settings.ts";

const EMPTY: CoachSettings = { isHidden: false, aim: "season", keepIds: [], banIds: [], waitIds: [] };

/** A response that is sent when the test releases it. */
function createDelayedResponse() {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { released: promise, release: resolve };
}

const Editor = ({ onRender }: { readonly onRender: (editor: CoachSettingsEditor) => void }) => {
	onRender(useCoachSettings());
	return null;
};

async function open(handlers: Parameters<typeof fakeApi>[0]) {
	const editor: { current: CoachSettingsEditor | null } = { current: null };
	const api = fakeApi(handlers);
	const saveEditor = (rendered: CoachSettingsEditor) => {
		editor.current = rendered;
	};
	const { queryClient } = renderAt("/team", <Editor onRender={saveEditor} />);
	await waitFor(() => expect(editor.current?.settings).toEqual(EMPTY));
	return { ...api, queryClient, editor };
}

test("the response to a first change does not revert a second one", async () => {
	const answers = [
		{ ...EMPTY, keepIds: [1] },
		{ ...EMPTY, keepIds: [1], banIds: [2] },
	];
	const second = createDelayedResponse();
	let responses = 0;
	const { posted, editor } = await open({
		"/fantasy/coach/show-my": () => success(showCoachSettings, EMPTY),
		"/fantasy/coach/player": async () => {
			const answer = answers[responses++] ?? EMPTY;
			if (responses === 2) await second.released;
			return success(setCoachPlayer, answer);
		},
	});
	act(() => {
		editor.current?.setList(1, "keep");
		editor.current?.setList(2, "ban");
	});
	await waitFor(() => expect(posted).toHaveLength(2));
	expect(editor.current?.settings).toMatchObject({ keepIds: [1], banIds: [2] });
	second.release();
	await waitFor(() => expect(editor.current?.settings).toEqual(answers[1]));
});

test("a change is not reverted by settings that were requested before it", async () => {
	const [refetch, change] = [createDelayedResponse(), createDelayedResponse()];
	let loads = 0;
	const { queryClient, requests, editor } = await open({
		"/fantasy/coach/show-my": async () => {
			if (++loads > 1) await refetch.released;
			return success(showCoachSettings, EMPTY);
		},
		"/fantasy/coach/player": async () => {
			await change.released;
			return success(setCoachPlayer, { ...EMPTY, keepIds: [1] });
		},
	});
	const refetched = queryClient.refetchQueries({ queryKey: callKey(showCoachSettings) });
	await waitFor(() => expect(requests).toHaveLength(2));
	act(() => editor.current?.setList(1, "keep"));
	await waitFor(() => expect(editor.current?.settings).toMatchObject({ keepIds: [1] }));
	refetch.release();
	await act(() => refetched);
	expect(queryClient.getQueryData(callKey(showCoachSettings, {}))).toMatchObject({ keepIds: [1] });
	change.release();
});
