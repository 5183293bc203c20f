import ts from "typescript";
import { expect, test } from "vitest";

/*
 * Chrome's translator puts each text of a page into <font><font>. React then throws as it removes such a text or inserts something
 * before it, and a text that it updates stays as it was. Only the text of an element without other children is replaced whole.
 */

const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile("tsconfig.json", ts.sys.readFile).config,
  ts.sys,
  ".",
);

/*
 * The types of the database, of Remix and of the DOM take several times as long as those of the components. Without them what a loader
 * returns is `any`, and counts as a computed text.
 */
const componentsOnly: ts.CompilerOptions = { ...options, types: [], lib: ["lib.es2024.d.ts"] };
const host: ts.CompilerHost = {
  ...ts.createCompilerHost(componentsOnly),
  resolveModuleNameLiterals: (names, from) =>
    names.map(({ text }) =>
      /^(#app\/|\.|react(-dom)?($|\/))/.test(text)
        ? ts.resolveModuleName(text, from, componentsOnly, ts.sys)
        : { resolvedModule: undefined },
    ),
};
const program = ts.createProgram(
  fileNames.filter((path) => /^app\/.*\.tsx$/.test(path)),
  componentsOnly,
  host,
);
const checker = program.getTypeChecker();

/** What a child may be: a text that is written in the markup or one that is computed; nothing, one of several nodes, or one node. */
type Kind = "written" | "computed" | "changing" | "fixed" | "slot";

function kindsOf(type: ts.Type): Kind[] {
  if (type.isUnion()) return type.types.flatMap(kindsOf);
  // `text && <X />` and `number && <X />` show nothing, too.
  if (type.isLiteral() && (type.value === "" || type.value === 0)) return ["changing"];
  if (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.Any)) return ["computed"];
  const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (item && checker.isArrayType(type)) return ["changing", ...kindsOf(item)];
  return [type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike) ? "changing" : "fixed"];
}

/** An element, or what its component returns: that may be a text, or nothing. */
function kindsOfElement(node: ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment): Kind[] {
  if (ts.isJsxFragment(node)) return ["fixed"];
  const { tagName } = ts.isJsxElement(node) ? node.openingElement : node;
  const [signature] = checker.getTypeAtLocation(tagName).getCallSignatures();
  return signature && /^[A-Z]/.test(tagName.getText()) ? kindsOfShown(signature.getReturnType()) : ["fixed"];
}

/** The kinds of `test && <X />`, of `test ? <X /> : null` and of `rows.map((row) => <X />)`, where the rows may be `any`. */
function kindsOfExpression(node: ts.Expression): Kind[] {
  if (ts.isParenthesizedExpression(node)) return kindsOfExpression(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(kindsOfExpression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return ["changing", ...kindsOfExpression(node.right)];
  const item = ts.isCallExpression(node) && /\.map$/.test(node.expression.getText()) && node.arguments[0];
  if (item && ts.isArrowFunction(item)) return ["changing", ...kindsOfReturned(item)];
  return kindsOfShown(checker.getTypeAtLocation(node));
}

function kindsOfReturned(node: ts.SignatureDeclaration): Kind[] {
  const signature = checker.getSignatureFromDeclaration(node);
  return signature ? kindsOfShown(signature.getReturnType()) : ["computed"];
}

/** The kinds of an expression in the markup. What a component is given, a `ReactNode`, is one of the component's callers. */
const kindsOfShown = (type: ts.Type): Kind[] =>
  /\bReactNode\b/.test(checker.typeToString(type)) ? ["slot"] : [...new Set(kindsOf(type))];

function kindsOfChild(child: ts.JsxChild): Kind[] {
  if (ts.isJsxText(child)) return ["written"];
  if (!ts.isJsxExpression(child)) return kindsOfElement(child);
  if (!child.expression) return [];
  if (ts.isStringLiteralLike(child.expression)) return child.expression.text.trim() === "" ? [] : ["written"];
  return kindsOfExpression(child.expression);
}

const isBlank = (child: ts.JsxChild) =>
  (ts.isJsxText(child) && child.text.trim() === "") || (ts.isJsxExpression(child) && !child.expression);

function problemIn(node: ts.JsxElement | ts.JsxFragment): string | null {
  const children = node.children.filter((child) => !isBlank(child));
  if (children.length < 2 && ts.isJsxElement(node)) return null;
  const kinds = children.map(kindsOfChild);
  if (kinds.some((each) => each.includes("computed"))) return "a computed text is not in an element of its own";
  const isWritten = kinds.some((each) => each.includes("written"));
  const isChanging = kinds.some((each) => each.includes("changing"));
  return isWritten && isChanging ? "a text beside what comes and goes is not in an element of its own" : null;
}

test("a text that changes, or stands beside what comes and goes, is the only child of an element", () => {
  const found: string[] = [];
  for (const source of program.getSourceFiles()) {
    if (!/(^|\/)app\/.*\.tsx$/.test(source.fileName)) continue;
    const visit = (node: ts.Node): void => {
      const problem = ts.isJsxElement(node) || ts.isJsxFragment(node) ? problemIn(node) : null;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (problem) found.push(`${source.fileName}:${line + 1}: ${problem}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  expect(found).toEqual([]);
});
