import { type OperatorAccess, showOperatorAccess, verifyOperator } from "@first-bounce/contract/operator/access";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { DemoCode } from "./enrol.tsx";

/** Asks for a code of the authenticator or a recovery code. */
export const StepUp = ({ access }: { readonly access: OperatorAccess }) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const queries = useQueryClient();
	const verify = useCallMutation(verifyOperator, {
		meta: { hasInlineError: true },
		onSuccess: (next) => queries.setQueryData(callKey(showOperatorAccess, {}), next),
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
