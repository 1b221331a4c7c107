import { checkTeamNamePublic } from "@first-bounce/contract/accounts/user";
import { act, renderHook, waitFor } from "@testing-library/react";
import { describe, expect, expectTypeOf, test } from "vitest";
import { fakeApi, refusal, success } from "../../../testing/web/fake-api.ts";
import { useTeamNameCheck } from "./use-team-name-check.ts";

type CheckState = ReturnType<typeof useTeamNameCheck>["status"]["state"];
const CHECK = "/public/fantasy/user-profile/check-team-name";
const answerAvailable = () => success(checkTeamNamePublic, { isAvailable: true });

describe("checking a team name", () => {
	test("is idle, pending, a success or an error; editing resets it (D1.4.27, D1.3.66)", async () => {
		expectTypeOf<CheckState>().toEqualTypeOf<"idle" | "pending" | "success" | "error">();
		let answer: ReturnType<typeof refusal> = answerAvailable();
		fakeApi({ [CHECK]: () => answer });
		const { result } = renderHook(() => useTeamNameCheck("visitor"));
		expect(result.current.status.state).toBe("idle");
		act(() => void result.current.check("Kit Bag"));
		expect(result.current.status.state).toBe("pending");
		await waitFor(() => expect(result.current.status.state).toBe("success"));
		act(() => result.current.reset());
		expect(result.current.status.state).toBe("idle");
		answer = refusal(422, "team-name-taken", "That team name is taken");
		act(() => void result.current.check("Kit Bags"));
		expect(result.current.status.state).toBe("pending");
		await waitFor(() => expect(result.current.status.state).toBe("error"));
	});

	test("reports a refusal as an error and can check the name again (D1.4.27)", async () => {
		let response: ReturnType<typeof refusal> = refusal(422, "team-name-taken", "That team name is taken");
		fakeApi({ [CHECK]: () => response });
		const { result } = renderHook(() => useTeamNameCheck("visitor"));
		await act(() => result.current.check("Kit Bag"));
		expect(result.current.status).toMatchObject({ state: "error", error: { message: "That team name is taken" } });
		response = answerAvailable();
		await act(() => result.current.check("Kit Bag"));
		expect(result.current.status.state).toBe("success");
	});

	test("sends one request per name and none for an empty name", async () => {
		const { posted } = fakeApi({ [CHECK]: answerAvailable });
		const { result } = renderHook(() => useTeamNameCheck("visitor"));
		await act(() => Promise.all([result.current.check("Kit Bag"), result.current.check(" Kit Bag ")]));
		await act(() => result.current.check("  "));
		expect(posted).toEqual([{ path: CHECK, body: { teamName: "Kit Bag" } }]);
	});

	test("shows the result for the last name, whatever the order", async () => {
		const resolvers = new Map<string, (response: ReturnType<typeof refusal>) => void>();
		fakeApi({
			[CHECK]: (body) => new Promise((resolve) => resolvers.set((body as { teamName: string }).teamName, resolve)),
		});
		const { result } = renderHook(() => useTeamNameCheck("visitor"));
		let first: Promise<unknown> = Promise.resolve();
		act(() => {
			first = result.current.check("First");
			void result.current.check("Second");
		});
		await waitFor(() => expect(resolvers.size).toBe(2));
		act(() => resolvers.get("Second")?.(answerAvailable()));
		await waitFor(() => expect(result.current.status).toEqual({ state: "success", name: "Second" }));
		resolvers.get("First")?.(refusal(422, "team-name-taken", "That team name is taken"));
		await act(() => first);
		expect(result.current.status).toEqual({ state: "success", name: "Second" });
	});
});
