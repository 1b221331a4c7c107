import { type OperatorAccess, showOperatorAccess, verifyOperator } from "@first-bounce/contract/operator/access";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCall, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { DemoCode, Enrol } from "./enrol.tsx";

/** Asks for a code of the authenticator or a recovery code. */
const StepUp = ({ access }: { readonly access: OperatorAccess }) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const queryClient = useQueryClient();
	const verify = useCallMutation(verifyOperator, {
		meta: { hasInlineError: true },
		onSuccess: (next) => queryClient.setQueryData(callKey(showOperatorAccess, {}), next),
	});
	const [code, setCode] = useState("");
	return (
		<FormCard
			variant="page"
			title={t("gate.title")}
			text={t("gate.text")}
			onSubmit={() => verify.mutate({ body: { code } })}
		>
			<TextField
				name="code"
				label={t("gate.code")}
				hint={t("gate.codeHint")}
				value={code}
				onChange={setCode}
				inputMode="numeric"
				autoComplete="one-time-code"
				maxLength={40}
				error={verify.error ? getErrorMessage(verify.error, tCommon) : undefined}
			/>
			<DemoCode code={access.demoCode} />
			<FormActions>
				<Button variant="main" type="submit" isPending={verify.isPending}>
					{t("gate.open")}
				</Button>
			</FormActions>
		</FormCard>
	);
};

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
	const query = useCall(showOperatorAccess, {}, { refetchInterval: 20_000 });
	const [isSettingUp, setSettingUp] = useState(false);
	const { data } = query;
	const isVerified = useIsVerified(data?.verifiedUntil);
	if (!data) return <LoadingOrError of={[query]} height="50vh" />;
	if (isSettingUp || !data.isEnrolled)
		return <Enrol access={data} onBegin={() => setSettingUp(true)} onDone={() => setSettingUp(false)} />;
	return isVerified ? children(data) : <StepUp access={data} />;
};
