/**
 * Fields of a template that hold expressions, each with a template of only this field, in flow style. `EXPR` stands for
 * the expression.
 */
export const EXPRESSION_FIELDS: readonly (readonly [field: string, template: string])[] = [
  ['downstream.repoExpr', '{downstream: {repoExpr: EXPR}}'],
  ['downstream.packageExpr', '{downstream: {packageExpr: EXPR}}'],
  ['labelExprs[0].keyExpr', '{labelExprs: [{keyExpr: EXPR}]}'],
  ['labelExprs[0].valueExpr', '{labelExprs: [{key: k, valueExpr: EXPR}]}'],
  ['annotationExprs[0].keyExpr', '{annotationExprs: [{keyExpr: EXPR}]}'],
  ['annotationExprs[0].valueExpr', '{annotationExprs: [{key: k, valueExpr: EXPR}]}'],
  ['packageContext.dataExprs[0].keyExpr', '{packageContext: {dataExprs: [{keyExpr: EXPR}]}}'],
  ['packageContext.dataExprs[0].valueExpr', '{packageContext: {dataExprs: [{key: k, valueExpr: EXPR}]}}'],
  ['packageContext.removeKeyExprs[1]', '{packageContext: {removeKeyExprs: ["\'a\'", EXPR]}}'],
  [
    'pipeline.validators[0].configMapExprs[0].keyExpr',
    '{pipeline: {validators: [{image: i, configMapExprs: [{keyExpr: EXPR}]}]}}',
  ],
  [
    'pipeline.mutators[1].configMapExprs[0].valueExpr',
    '{pipeline: {mutators: [{image: i}, {image: i, configMapExprs: [{key: k, valueExpr: EXPR}]}]}}',
  ],
  ['injectors[0].nameExpr', '{injectors: [{nameExpr: EXPR}]}'],
];

/** Returns the template with an expression. */
export function withExpression(template: string, expression: string): string {
  return template.replace('EXPR', () => JSON.stringify(expression));
}
