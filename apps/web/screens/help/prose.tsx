import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import styles from "./prose.module.css";

/** Other links are rendered as plain text. */
const isAllowedUrl = (href: string): boolean => /^(https?:\/\/|mailto:|\/(?![/\\]))/.test(href);

/** Rendered without keys, because the text does not change. */
const renderTokens = (tokens: readonly Token[] = []): ReactNode =>
	createElement(
		Fragment,
		null,
		...tokens.map((token) => createElement(MarkdownToken, { token: token as MarkedToken })),
	);

const Anchor = ({ token: { href, tokens } }: { readonly token: Tokens.Link }) => {
	if (!isAllowedUrl(href)) return renderTokens(tokens);
	return href.startsWith("/") ? (
		<Link to={href} reloadDocument={href.startsWith("/api/")}>
			{renderTokens(tokens)}
		</Link>
	) : (
		<a href={href}>{renderTokens(tokens)}</a>
	);
};

const List = ({ token: { ordered, items } }: { readonly token: Tokens.List }) =>
	createElement(
		ordered ? "ol" : "ul",
		null,
		...items.map(({ tokens }) => createElement("li", null, renderTokens(tokens))),
	);

const Row = ({ cells, as }: { readonly cells: readonly Tokens.TableCell[]; readonly as: "th" | "td" }) =>
	createElement("tr", null, ...cells.map(({ tokens }) => createElement(as, null, renderTokens(tokens))));

/** Scrolls horizontally if it is wider than the page. */
const Table = ({ token: { header, rows } }: { readonly token: Tokens.Table }) => (
	<div className={styles.table}>
		<table>
			<thead>
				<Row cells={header} as="th" />
			</thead>
			{createElement("tbody", null, ...rows.map((cells) => createElement(Row, { cells, as: "td" })))}
		</table>
	</div>
);

/** One markdown token as an element. HTML and unlisted token types are rendered as text. */
const MarkdownToken = ({ token }: { readonly token: MarkedToken }): ReactNode => {
	switch (token.type) {
		case "space":
			return null;
		case "paragraph":
			return <p>{renderTokens(token.tokens)}</p>;
		case "heading":
			return <h3>{renderTokens(token.tokens)}</h3>;
		case "list":
			return <List token={token} />;
		case "table":
			return <Table token={token} />;
		case "blockquote":
			return <blockquote>{renderTokens(token.tokens)}</blockquote>;
		case "strong":
			return <strong>{renderTokens(token.tokens)}</strong>;
		case "em":
			return <em>{renderTokens(token.tokens)}</em>;
		case "link":
			return <Anchor token={token} />;
		case "br":
			return <br />;
		case "text":
			return "tokens" in token && token.tokens ? renderTokens(token.tokens) : token.text;
		case "escape":
		case "codespan":
			return token.text;
		default:
			return token.raw;
	}
};

/** Renders a markdown text. */
export const Prose = ({ text }: { readonly text: string }) => (
	<div className={styles.prose}>{renderTokens(lexer(text))}</div>
);
