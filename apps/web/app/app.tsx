import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { i18n } from "i18next";
import { type ReactNode, StrictMode } from "react";
import { I18nProvider as AriaLocaleProvider } from "react-aria-components/I18nProvider";
import { I18nextProvider } from "react-i18next";
import { LOCALE } from "../i18n/language.ts";
import { Router } from "./router.tsx";

interface Props {
	readonly i18n: i18n;
	readonly queryClient: QueryClient;
	/** Wraps the page in a browser or a static router. */
	readonly renderRouter: (page: ReactNode) => ReactNode;
}

/** The whole page, in the browser and in the prerenderer. */
export const App = ({ i18n, queryClient, renderRouter }: Props) => (
	<StrictMode>
		<I18nextProvider i18n={i18n}>
			<QueryClientProvider client={queryClient}>
				<AriaLocaleProvider locale={LOCALE}>{renderRouter(<Router />)}</AriaLocaleProvider>
			</QueryClientProvider>
		</I18nextProvider>
	</StrictMode>
);
