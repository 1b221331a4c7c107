import { showPreviewGate } from "@first-bounce/contract/site/preview";
import { type ReactNode, useMemo, useReducer } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../api/use-call.ts";
import { ErrorState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { Loader } from "../loader/loader.tsx";
import { countPresses, PreviewContext, SECRET_PRESS_COUNT } from "./preview.ts";

interface Props {
	readonly children: ReactNode;
	/** Rendered at every path until the password is entered: the landing page or, after ten presses on the logo, the form. */
	readonly renderLocked: (gate: { readonly isFormOpen: boolean; readonly onBack: () => void }) => ReactNode;
}

/** Restricts a game that is not open yet to those who know the preview password (D1.2.62). */
export const PreviewGate = ({ children, renderLocked }: Props) => {
	const { t } = useTranslation();
	const gate = useCall(showPreviewGate, {}, { staleTime: Number.POSITIVE_INFINITY });
	const [presses, dispatch] = useReducer(countPresses, 0);
	const isPassed = gate.data !== undefined && (!gate.data.isOn || gate.data.isPassed);
	const preview = useMemo(() => ({ isPassed, onBrandPress: () => dispatch("press") }), [isPassed]);
	if (gate.isPending) return <Loader />;
	if (!gate.data) return <ErrorState reason={getErrorMessage(gate.error, t)} onRetry={() => void gate.refetch()} />;
	return (
		<PreviewContext value={preview}>
			{isPassed
				? children
				: renderLocked({ isFormOpen: presses >= SECRET_PRESS_COUNT, onBack: () => dispatch("close") })}
		</PreviewContext>
	);
};
