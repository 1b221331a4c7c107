import type { User } from "@first-bounce/contract/accounts/user";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { MemoryRouter, useLocation } from "react-router";
import { createQueryClient } from "../../apps/web/api/query-client.ts";
import { createI18n } from "../../apps/web/i18n/i18n.ts";
import en from "../../apps/web/i18n/locale/en.json";

let shownAt = "";
const Address = () => {
	const { pathname, search } = useLocation();
	shownAt = `${pathname}${search}`;
	return null;
};

/** Renders a component at a path, where a failed query is not tried again. Returns the current address and the query client too. */
export function renderAt(path: string, children: ReactNode, queryClient: QueryClient = createQueryClient()) {
	const defaults = queryClient.getDefaultOptions();
	queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
	const page = render(
		<I18nextProvider i18n={createI18n(en)}>
			<QueryClientProvider client={queryClient}>
				<MemoryRouter initialEntries={[path]}>
					<Address />
					{children}
				</MemoryRouter>
			</QueryClientProvider>
		</I18nextProvider>,
	);
	return { ...page, queryClient, getAddress: () => shownAt };
}

/** A user as the API returns her. */
export const buildUser = (change: Partial<User> = {}): User => ({
	id: 7,
	userId: 7,
	firstName: "Kit",
	lastName: "O'Brien",
	email: "kit@example.test",
	emailVerified: true,
	isActive: true,
	isOperator: false,
	hasPassword: true,
	fantasyTeamName: "Kit Bag",
	birthday: "1990-03-07",
	gender: "female",
	state: "VIC",
	country: "AU",
	avatarVersion: 0,
	supportedSquadId: 8097,
	aflIdProfile: null,
	...change,
});
