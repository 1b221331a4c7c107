import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, file, refusal } from "../../../testing/web/fake-api.ts";
import { createQueryClient } from "./query-client.ts";
import { useCallMutation } from "./use-call.ts";

test("a request is idle, pending, an error or success, and idle again (D1.3.66)", async () => {
	let response = Promise.withResolvers<ReturnType<typeof file>>();
	fakeApi({ "/fantasy/league": () => response.promise });
	const queryClient = createQueryClient(() => undefined);
	const { result } = renderHook(() => useCallMutation(createLeague, { meta: { hasInlineError: true } }), {
		wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
	});
	const create = () => act(() => result.current.mutate({ body: { name: "Café Ruck", startId: 3 } }));
	const expectStatus = (status: string) => waitFor(() => expect(result.current.status).toBe(status));
	expect(result.current.status).toBe("idle");
	create();
	await expectStatus("pending");
	response.resolve(refusal(409, "league-exists", "There is such a league"));
	await expectStatus("error");
	expect(result.current.error?.message).toBe("There is such a league");
	act(() => result.current.reset());
	await expectStatus("idle");
	expect(result.current.error).toBeNull();

	response = Promise.withResolvers();
	create();
	await expectStatus("pending");
	response.resolve(file({ success: { id: 5 }, errors: [] }));
	await expectStatus("success");
	expect(result.current.data).toEqual({ id: 5 });
	act(() => result.current.reset());
	await expectStatus("idle");
	expect(result.current.data).toBeUndefined();
});
