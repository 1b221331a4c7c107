import { type OperatorAccess, showOperatorAccess } from "@first-bounce/contract/operator/access";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { ErrorState } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { Enrol } from "./enrol.tsx";
import { StepUp } from "./step-up.tsx";

/** The longest delay of setTimeout. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Whether the second factor is still valid; updated when it expires. */
function useIsVerified(until: string | null | undefined): boolean {
	const [, rerender] = useState(0);
	const remainingMs = until ? Date.parse(until) - Date.now() : 0;
	useEffect(() => {
		if (remainingMs <= 0) return;
		const timeout = setTimeout(() => rerender((count) => count + 1), Math.min(remainingMs + 100, MAX_TIMEOUT_MS));
		return () => clearTimeout(timeout);
	}, [remainingMs]);
	return remainingMs > 0;
}

/** Shows the console only after the second factor was set up or entered. */
export const OperatorGate = ({ children }: { readonly children: (access: OperatorAccess) => ReactNode }) => {
	const { t } = useTranslation();
	const { data, error, refetch } = useCall(showOperatorAccess, {}, { refetchInterval: 20_000 });
	const [isSettingUp, setSettingUp] = useState(false);
	const isVerified = useIsVerified(data?.verifiedUntil);
	if (error && !data) return <ErrorState reason={getErrorMessage(error, t)} onRetry={() => void refetch()} />;
	if (!data) return <Skeleton height="50vh" radius="var(--radius-l)" />;
	if (isSettingUp || !data.isEnrolled)
		return <Enrol access={data} onBegin={() => setSettingUp(true)} onDone={() => setSettingUp(false)} />;
	return isVerified ? children(data) : <StepUp access={data} />;
};
