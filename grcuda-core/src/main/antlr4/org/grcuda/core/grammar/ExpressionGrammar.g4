// The expressions that the language evaluates. Every decision needs one token of lookahead, so the
// generated parser decides by switch statements and never simulates its automaton.
grammar ExpressionGrammar;

program : sum EOF ;

sum : product ((PLUS | MINUS) product)* ;

product : factor ((TIMES | DIVIDE | MODULO) factor)* ;

factor : (PLUS | MINUS)* operand ;

operand
    : INTEGER
    | FLOAT
    | STRING
    | '(' sum ')'
    | name (dimension+ | arguments*)
    ;

name : SCOPE? IDENTIFIER (SCOPE IDENTIFIER)* ;

dimension : '[' sum ']' ;

arguments : '(' (sum (',' sum)*)? ')' ;

PLUS : '+' ;
MINUS : '-' ;
TIMES : '*' ;
DIVIDE : '/' ;
MODULO : '%' ;
OPEN : '(' ;
CLOSE : ')' ;
OPEN_BRACKET : '[' ;
CLOSE_BRACKET : ']' ;
COMMA : ',' ;
SCOPE : '::' ;

IDENTIFIER : [A-Za-z_$] [A-Za-z_$0-9]* ;
INTEGER : [0-9]+ | '0' [xX] [0-9A-Fa-f]+ ;
FLOAT : ([0-9]+ '.' [0-9]* | '.' [0-9]+) EXPONENT? | [0-9]+ EXPONENT ;
fragment EXPONENT : [eE] [+\-]? [0-9]+ ;

STRING : '"' (~["\\] | '\\' .)* '"' | '\'' (~['\\] | '\\' .)* '\'' ;
SPACE : [ \t\r\n\f]+ -> skip ;
COMMENT : ('/*' .*? '*/' | '//' ~[\r\n]*) -> skip ;

// With these the lexer never fails: what is wrong is told by the parser, in its own words.
UNTERMINATED_STRING : '"' (~["\\] | '\\' .)* '\\'? | '\'' (~['\\] | '\\' .)* '\\'? ;
UNTERMINATED_COMMENT : '/*' (~'*' | '*'+ ~[*/])* '*'* ;
UNKNOWN : [\uD800-\uDBFF] [\uDC00-\uDFFF] | . ;
