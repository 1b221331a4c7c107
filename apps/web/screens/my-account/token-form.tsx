import type { createToken } from "@first-bounce/contract/accounts/tokens";
import type { BodyOf } from "@first-bounce/contract/call";
import { TOKEN_DAYS, TOKEN_SCOPES, type TokenScope } from "@first-bounce/contract/constants";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button/button.tsx";
import { CheckboxField } from "../../components/fields/checkbox-field.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions } from "../../components/form-card/form-card.tsx";
import styles from "./my-account.module.css";

/** The text of each scope, whose name cannot be a key, because i18next reads the part before a colon as a namespace. */
export const SCOPE_TEXTS = {
	"read:team": "tokens.scope.readTeam",
	"write:team": "tokens.scope.writeTeam",
	"read:leagues": "tokens.scope.readLeagues",
	"read:calendar": "tokens.scope.readCalendar",
} as const satisfies Record<TokenScope, string>;

type TokenDays = (typeof TOKEN_DAYS)[number];

interface Props {
	readonly isPending: boolean;
	readonly onSubmit: (token: BodyOf<typeof createToken>) => void;
	readonly onCancel: () => void;
}

/** Name, scopes and lifetime of a new access token. */
export const TokenForm = ({ isPending, onSubmit, onCancel }: Props) => {
	const { t } = useTranslation();
	const [name, setName] = useState("");
	const [scopes, setScopes] = useState<readonly TokenScope[]>(["read:team", "read:leagues"]);
	const [days, setDays] = useState<TokenDays>(90);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (!isPending) onSubmit({ name, scopes: [...scopes], days });
	};
	const toggleScope = (scope: TokenScope) => (isSelected: boolean) =>
		setScopes(TOKEN_SCOPES.filter((tokenScope) => (tokenScope === scope ? isSelected : scopes.includes(tokenScope))));
	return (
		<form className={styles.column} noValidate onSubmit={submit}>
			<TextField
				name="tokenName"
				label={t("tokens.name")}
				hint={t("tokens.nameHint")}
				maxLength={60}
				value={name}
				onChange={setName}
			/>
			<fieldset className={styles.scopes}>
				<legend>{t("tokens.may")}</legend>
				{TOKEN_SCOPES.map((scope) => (
					<CheckboxField key={scope} name={scope} isSelected={scopes.includes(scope)} onChange={toggleScope(scope)}>
						{t(SCOPE_TEXTS[scope])} <code>{scope}</code>
					</CheckboxField>
				))}
			</fieldset>
			<SelectField
				name="tokenDays"
				label={t("tokens.lasts")}
				placeholder=""
				value={String(days)}
				choices={TOKEN_DAYS.map((count) => ({ value: String(count), label: t("tokens.days", { count }) }))}
				onChange={(text) => {
					const newDays = TOKEN_DAYS.find((count) => String(count) === text);
					if (newDays) setDays(newDays);
				}}
			/>
			<FormActions>
				<Button type="submit" isPending={isPending} isDisabled={name.trim() === "" || scopes.length === 0}>
					{t("tokens.create")}
				</Button>
				<Button variant="quiet" onPress={onCancel}>
					{t("tokens.cancel")}
				</Button>
			</FormActions>
		</form>
	);
};
